/** Where probes ask: their lines in the log are for those who look for faults. */
export const probePaths = ['/livez', '/readyz'] as const
