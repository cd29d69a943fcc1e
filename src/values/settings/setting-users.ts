/** Who goes by which setting: the two roles of a service, which without `--role` has both, and every other command. */
export const settingUsers = ['api', 'worker', 'commands'] as const
export type SettingUser = (typeof settingUsers)[number]
const everybody = settingUsers
const service = ['api', 'worker'] as const

/** Who goes by a setting; given to anybody else it is read, and must be right, and changes nothing. */
export const usersOfSettings = {
  host: ['api'],
  port: ['api'],
  baseUrl: service,
  dataDir: everybody,
  databaseUrl: everybody,
  databasePool: everybody,
  secretKey: everybody,
  secretKeyPrevious: everybody,
  trustProxy: ['api'],
  logLevel: everybody,
  shutdownDelaySeconds: service,
  metricsPort: service,
  metricsHost: service,
  sourcesFile: ['worker', 'commands'],
  closingSoonDays: ['worker'],
  openRouteRps: ['api'],
  smtpUrl: everybody,
  mailFrom: everybody,
  googleClientId: ['api', 'commands'],
  googleKeysUrl: ['api', 'commands'],
  passwordSignIn: ['api'],
  operatorName: ['api'],
  operatorContact: ['api'],
  stripeSecretKey: everybody,
  stripeWebhookSecret: everybody,
  stripeApiUrl: everybody,
  webhookAllowedPrivateHosts: service,
} satisfies Record<string, readonly SettingUser[]>
