/** The connectors that exist. A new one is written in a file of its own, added here and described in docs/sources.md. */
import type { Connector } from './connector.ts'
import { euFundingTenders } from './eu-portal/eu-funding-tenders.ts'
import { fileConnector } from './file/file.ts'
import { flandersIpdc } from './ipdc/flanders-ipdc.ts'
import { flandersSubsidie } from './oslo/flanders-subsidie.ts'

const connectors: readonly Connector[] = [fileConnector, euFundingTenders, flandersIpdc, flandersSubsidie]

export const connectorsByName: ReadonlyMap<string, Connector> = new Map(
  connectors.map((connector) => [connector.name, connector]),
)

/** What the sources file is checked against: is the connector known, and do its settings hold. */
export const settingsChecks: ReadonlyMap<string, (settings: Record<string, unknown>) => string | null> = new Map(
  connectors.map((connector) => [connector.name, (settings) => connector.settings.fault(settings)]),
)
