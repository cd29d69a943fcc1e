/** The client: a method for each operation of the API, iteration over its lists, and a local copy. */
import type { Answer } from './exchange.ts'
import { Methods } from './generated/methods.ts'
import type {
  CallMcpParameters,
  CallMcpResult,
  ExportSubsidiesParameters,
  ListChangesParameters,
  ListSubsidiesParameters,
  ListWatchedCompaniesParameters,
  ListWebhooksParameters,
  MatchCompaniesParameters,
} from './generated/operations.ts'
import type {
  ChangeEvent,
  ChangeFeed,
  CompactSubsidy,
  McpMessage,
  Subsidy,
  SubsidyList,
  View,
  WatchedCompany,
  Webhook,
} from './generated/schemas.ts'
import { BulkMatches, ExportedSubsidies } from './lines.ts'
import { itemsOf, pagesOf } from './pages.ts'
import type { Quota } from './quota.ts'
import type { CallOptions } from './request.ts'
import { type ClientSettings, settingsOf } from './settings.ts'
import type { CopyStore } from './sync/copy-store.ts'
import { type FollowOptions, followCopy } from './sync/follow.ts'
import { type SyncOptions, type SyncResult, syncCopy } from './sync/sync.ts'
import { Transport } from './transport.ts'

/** A row of a list of measures, by the view that was asked for. */
export type SubsidyIn<AView extends View> = AView extends 'full' ? Subsidy : CompactSubsidy
export type SubsidyListIn<AView extends View> = Omit<SubsidyList, 'data'> & { data: SubsidyIn<AView>[] }

type SubsidyFilters<AView extends View> = Omit<ListSubsidiesParameters, 'view'> &
  CallOptions & {
    /** `compact` where not given; `full` has the whole record in every row. */
    view?: AView | undefined
  }

/** Every plan has pages of so many rows. */
const pageLimit = 100

/**
 * One for the whole program. Every method takes `signal`, `timeoutMs` and `onAnswer` beside its own parameters, and throws
 * `ApiError` where the service refuses.
 */
export class SubsidiesClient extends Methods {
  readonly #transport: Transport

  /** Throws `SubsidiesError` for settings that cannot be. */
  constructor(settings: ClientSettings = {}) {
    const transport = new Transport(settingsOf(settings))
    super((call) => transport.json(call))
    this.#transport = transport
  }

  /** The month's requests, by the newest answer that said it, of whichever call; null before the first. */
  get lastQuota(): Quota | null {
    return this.#transport.quota
  }

  /** The id of the newest answer, of whichever call: of several at once, `meta.request_id` of an answer is its own. */
  get lastRequestId(): string | null {
    return this.#transport.requestId
  }

  /** One page of the measures that meet every filter given. `eachSubsidy` goes through all pages. */
  listSubsidies<AView extends View = 'compact'>(parameters: SubsidyFilters<AView> = {}): Promise<SubsidyListIn<AView>> {
    return this.#transport.json({ operation: 'listSubsidies', path: [], parameters })
  }

  /** Every measure that meets the filters, page by page: `for await (const subsidy of client.eachSubsidy(...))`. */
  eachSubsidy<AView extends View = 'compact'>(
    parameters: SubsidyFilters<AView> = {},
  ): AsyncGenerator<SubsidyIn<AView>, void> {
    const limited = { limit: pageLimit, ...parameters }
    return itemsOf<SubsidyIn<AView>>(pagesOf((cursor) => this.listSubsidies<AView>({ ...limited, ...cursor })))
  }

  /** The pages of the change feed to its end of now; `pagination.next_cursor` of the last one is where to go on later. */
  changePages(parameters: ListChangesParameters & CallOptions = {}): AsyncGenerator<ChangeFeed, void> {
    const limited = { limit: pageLimit, ...parameters }
    return pagesOf((cursor) => this.listChanges({ ...limited, ...cursor }))
  }

  /** The events of the change feed to its end of now. */
  eachChange(parameters: ListChangesParameters & CallOptions = {}): AsyncGenerator<ChangeEvent, void> {
    return itemsOf<ChangeEvent>(this.changePages(parameters))
  }

  /** Every company of a watchlist. */
  eachWatchedCompany(
    id: string,
    parameters: ListWatchedCompaniesParameters & CallOptions = {},
  ): AsyncGenerator<WatchedCompany, void> {
    const limited = { limit: pageLimit, ...parameters }
    return itemsOf<WatchedCompany>(pagesOf((cursor) => this.listWatchedCompanies(id, { ...limited, ...cursor })))
  }

  /** Every webhook endpoint. */
  eachWebhook(parameters: ListWebhooksParameters & CallOptions = {}): AsyncGenerator<Webhook, void> {
    return itemsOf<Webhook>(pagesOf((cursor) => this.listWebhooks({ ...parameters, ...cursor })))
  }

  /**
   * Every measure of one moment, to be gone through once. Needs a plan with `bulk_export`. Leave one that you do not read
   * to its end (`break` does, or `leave()`).
   */
  exportSubsidies(
    parameters?: ExportSubsidiesParameters & CallOptions & { ifNoneMatch?: undefined },
  ): Promise<ExportedSubsidies>
  /** Null: what you hold is current. */
  exportSubsidies(parameters: ExportSubsidiesParameters & CallOptions): Promise<ExportedSubsidies | null>
  async exportSubsidies(parameters: ExportSubsidiesParameters & CallOptions = {}): Promise<ExportedSubsidies | null> {
    const { answer } = await this.#transport.lines({ operation: 'exportSubsidies', path: [], parameters })
    return answer === null ? null : new ExportedSubsidies(answer)
  }

  /**
   * Matches many companies, which are answered in the order asked, each as soon as it comes. One evaluation for each
   * company with facts that hold. Needs a plan with `bulk_match`.
   */
  async matchCompanies(parameters: MatchCompaniesParameters & CallOptions): Promise<BulkMatches> {
    const { answer, request } = await this.#transport.lines({ operation: 'matchCompanies', path: [], parameters })
    return new BulkMatches(answer as Answer, request.idempotencyKey ?? '')
  }

  /**
   * Sends a message, or a batch, to the tools for AI assistants. What a message is answered stands in the result, errors of
   * the protocol too; null where it asks for no answer.
   */
  callMcp(
    message: McpMessage | readonly McpMessage[],
    parameters: CallMcpParameters & CallOptions = {},
  ): Promise<CallMcpResult | null> {
    return this.#transport.json({ operation: 'callMcp', path: [], parameters, body: message })
  }

  /**
   * Brings a local copy of the catalogue to the newest state: the first time by the export (or the lists, where the plan has
   * none), later by what the change feed names. Whatever happens in between, the copy is of one of the two states; call it
   * again and it goes on. Throws what stopped it.
   */
  sync(store: CopyStore, options: SyncOptions = {}): Promise<SyncResult> {
    return syncCopy(this, store, options)
  }

  /**
   * Keeps a local copy current: synchronises, answers what came of it, waits, and begins again, until it is left or its
   * signal is aborted. What may pass by itself is tried again at the next turn, and told to `onFailure`. The waits are as
   * long as the plan's requests of the month ask for; a month that is used up is waited for to its reset.
   */
  follow(store: CopyStore, options: FollowOptions = {}): AsyncGenerator<SyncResult, void> {
    return followCopy(this, store, options)
  }
}
