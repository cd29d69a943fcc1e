"""A client of the Subsidy Measures API: support measures of Belgian and EU authorities for companies and households.

    from subsidy_measures import SubsidiesClient

    with SubsidiesClient() as client:  # SUBSIDIES_KEY and SUBSIDIES_URL of the environment
        for measure in client.each_subsidy(q="warmtepomp", region=["flanders"], status=["open", "continuous"]):
            print(measure["id"], measure["title"])

What is sent and answered is typed in `subsidy_measures.types`, under the names of the API's document. A copy in a file is
kept with `subsidy_measures.file_store`.
"""
from .client import VERSION, SubsidiesClient
from .errors import (
    ApiError,
    BillingUnavailableError,
    CatalogueBehindError,
    CompanyNotFoundError,
    ConflictError,
    ConnectionFailedError,
    GoogleSignInFailedError,
    IncompleteAnswerError,
    InternalError,
    InvalidBodyError,
    InvalidCursorError,
    InvalidParameterError,
    KeyMissingError,
    MatchQuotaExceededError,
    MethodNotAllowedError,
    NotFoundError,
    NotModifiedError,
    PasswordSignInDisabledError,
    PlanRequiredError,
    Quota,
    QuotaExceededError,
    RateLimitExceededError,
    RequestTimeoutError,
    RouteNotFoundError,
    ServiceTimeoutError,
    SourceNotFoundError,
    StoreBusyError,
    StoreFormError,
    SubscriptionRequiredError,
    SubsidiesError,
    SubsidyNotFoundError,
    UnauthorizedError,
    UnexpectedAnswerError,
    VersionNotFoundError,
    WatchlistNotFoundError,
    WebhookNotFoundError,
    WebhookSignatureError,
)
from .events import is_match_event, is_ping_event, is_source_event, is_subsidy_event
from .lines import BulkMatches, ExportDownload
from .pace import FollowWait, WaitReason
from .stores import CopyState, MemoryStore, Store
from .sync import SyncResult
from .webhooks import WebhookEvent, verify_webhook

__version__ = VERSION

__all__ = [
    "VERSION",
    "SubsidiesClient",
    "ApiError",
    "BillingUnavailableError",
    "BulkMatches",
    "CatalogueBehindError",
    "CompanyNotFoundError",
    "ConflictError",
    "ConnectionFailedError",
    "CopyState",
    "ExportDownload",
    "FollowWait",
    "GoogleSignInFailedError",
    "IncompleteAnswerError",
    "InternalError",
    "InvalidBodyError",
    "InvalidCursorError",
    "InvalidParameterError",
    "KeyMissingError",
    "MatchQuotaExceededError",
    "MemoryStore",
    "MethodNotAllowedError",
    "NotFoundError",
    "NotModifiedError",
    "PasswordSignInDisabledError",
    "PlanRequiredError",
    "Quota",
    "QuotaExceededError",
    "RateLimitExceededError",
    "RequestTimeoutError",
    "RouteNotFoundError",
    "ServiceTimeoutError",
    "SourceNotFoundError",
    "Store",
    "StoreBusyError",
    "StoreFormError",
    "SubscriptionRequiredError",
    "SubsidiesError",
    "SubsidyNotFoundError",
    "SyncResult",
    "UnauthorizedError",
    "UnexpectedAnswerError",
    "VersionNotFoundError",
    "WaitReason",
    "WatchlistNotFoundError",
    "WebhookEvent",
    "WebhookNotFoundError",
    "WebhookSignatureError",
    "is_match_event",
    "is_ping_event",
    "is_source_event",
    "is_subsidy_event",
    "verify_webhook",
]
