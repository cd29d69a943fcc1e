/** What the package offers: this is its entry, and the one file that passes on what others make. */
export { SubsidiesClient, type SubsidyIn, type SubsidyListIn } from './client.ts'
export {
  ApiError,
  type ApiErrorCode,
  CopyError,
  type ErrorDetails,
  IncompleteAnswerError,
  SubsidiesConnectionError,
  SubsidiesError,
  SubsidiesTimeoutError,
  WebhookSignatureError,
} from './errors.ts'
export type * from './generated/operations.ts'
export type * from './generated/schemas.ts'
export type { BulkMatches, ExportedSubsidies } from './lines.ts'
export type { Quota } from './quota.ts'
export type { CallOptions } from './request.ts'
export type { ClientSettings } from './settings.ts'
export { type CopyChange, type CopyState, type CopyStore, MemoryStore } from './sync/copy-store.ts'
export type { FollowOptions } from './sync/follow.ts'
export type { FollowWait, WaitReason } from './sync/pace.ts'
export { type Restart, ServiceBehindError, type SyncOptions, type SyncResult } from './sync/sync.ts'
export { verifyWebhook } from './webhook.ts'
