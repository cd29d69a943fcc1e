"""What can go wrong. `ApiError` is an answer of the API, with a class for each code; the others never had a whole answer."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Quota:
    """The requests of the month, as the last answer told them. On an unlimited plan `limit` and `remaining` are None."""

    limit: int | None
    remaining: int | None
    reset_seconds: int
    """Until the next month (UTC)."""
    at: float
    """When it was told: Unix seconds."""


class SubsidiesError(Exception):
    """Everything that this package raises for what went wrong outside the caller's program."""


class KeyMissingError(SubsidiesError):
    """The operation needs a key, and the client has none. Nothing was sent."""


class ConnectionFailedError(SubsidiesError):
    """There was no connection, or it was cut. `was_sent`: the request may have been read."""

    def __init__(self, message: str, *, was_sent: bool) -> None:
        super().__init__(message)
        self.was_sent = was_sent


class RequestTimeoutError(ConnectionFailedError):
    """No answer, or no further byte of one, within the time-out."""


class IncompleteAnswerError(SubsidiesError):
    """An answer that comes line by line ended before its end. What was read of it is right, and not all."""


class CatalogueBehindError(SubsidiesError):
    """The service answers from a state that is older than its change feed, and went on doing so. It passes."""


class NotModifiedError(SubsidiesError):
    """304: what you hold (`if_none_match`) is current."""

    def __init__(self, etag: str | None) -> None:
        super().__init__("What you hold is current.")
        self.etag = etag


class WebhookSignatureError(SubsidiesError):
    """A delivery that is not to be trusted: answer 400 to it."""


class StoreBusyError(SubsidiesError):
    """Another process keeps the copy in this file current."""


class StoreFormError(SubsidiesError):
    """The file or the store holds something else than the copy that was asked for."""


class ApiError(SubsidiesError):
    """An answer that is an error. Branch on its class, or on `code`, which is stable."""

    def __init__(
        self,
        *,
        code: str,
        status: int,
        message: str,
        request_id: str | None,
        details: Mapping[str, Any],
        help_url: str | None,
        retry_after_seconds: int | None,
        quota: Quota | None,
        required_plan: str | None = None,
    ) -> None:
        super().__init__(f"{code} ({status}): {message}" + (f" [{request_id}]" if request_id else ""))
        self.code = code
        self.status = status
        self.message = message
        """English, for people."""
        self.request_id = request_id
        """Name it where you ask about the error."""
        self.details = details
        self.help_url = help_url
        """The page about this code."""
        self.retry_after_seconds = retry_after_seconds
        self.quota = quota
        self.required_plan = required_plan
        """Of `plan_required`: the cheapest plan that would answer."""

    def detail(self, name: str) -> str | None:
        """One of `details` as text; None where it is not there."""
        value = self.details.get(name)
        return None if value is None else str(value)


class UnexpectedAnswerError(ApiError):
    """No answer of the API, but of something in between; `message` has its beginning."""


class InvalidParameterError(ApiError):
    """A parameter or body cannot be read as asked."""

    @property
    def parameter(self) -> str | None:
        return self.detail("parameter")


class InvalidCursorError(ApiError):
    """Begin again without a cursor."""


class InvalidBodyError(ApiError):
    """The body was read, and cannot be right."""

    @property
    def field(self) -> str | None:
        return self.detail("field")


class RouteNotFoundError(ApiError):
    pass


class MethodNotAllowedError(ApiError):
    pass


class UnauthorizedError(ApiError):
    """The key is missing, mistyped or revoked; which of them is not said."""


class SubscriptionRequiredError(ApiError):
    """The account has no plan."""


class PlanRequiredError(ApiError):
    """The plan lacks a capability, or allows fewer; `required_plan` is the cheapest that would do."""

    @property
    def capability(self) -> str | None:
        return self.detail("capability")

    @property
    def parameter(self) -> str | None:
        return self.detail("parameter")

    @property
    def requested(self) -> str | None:
        return self.detail("requested")

    @property
    def allowed(self) -> str | None:
        return self.detail("allowed")


class SubsidyNotFoundError(ApiError):
    @property
    def subsidy(self) -> str | None:
        return self.detail("subsidy")


class CompanyNotFoundError(ApiError):
    """The register has no company of that number, or none is loaded."""

    @property
    def number(self) -> str | None:
        return self.detail("number")

    @property
    def register(self) -> str | None:
        return self.detail("register")


class VersionNotFoundError(ApiError):
    pass


class SourceNotFoundError(ApiError):
    @property
    def source(self) -> str | None:
        return self.detail("source")


class WatchlistNotFoundError(ApiError):
    pass


class WebhookNotFoundError(ApiError):
    pass


class NotFoundError(ApiError):
    """The reference is not on the watchlist. (Other things that are not found have classes of their own.)"""


class ConflictError(ApiError):
    pass


class RateLimitExceededError(ApiError):
    """Too many requests in a second, or both places for downloads are taken."""


class QuotaExceededError(ApiError):
    """The requests of the month are used; never tried again by itself."""


class MatchQuotaExceededError(ApiError):
    """The match evaluations of the month are used; never tried again by itself."""

    @property
    def limit(self) -> int | None:
        value = self.details.get("limit")
        return value if isinstance(value, int) else None


class InternalError(ApiError):
    pass


class BillingUnavailableError(ApiError):
    pass


class ServiceTimeoutError(ApiError):
    """The service took longer than it may (504)."""


class GoogleSignInFailedError(ApiError):
    pass


class PasswordSignInDisabledError(ApiError):
    pass


CLASS_OF_CODE: Mapping[str, type[ApiError]] = {
    "invalid_parameter": InvalidParameterError,
    "invalid_cursor": InvalidCursorError,
    "invalid_body": InvalidBodyError,
    "route_not_found": RouteNotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "unauthorized": UnauthorizedError,
    "subscription_required": SubscriptionRequiredError,
    "plan_required": PlanRequiredError,
    "subsidy_not_found": SubsidyNotFoundError,
    "company_not_found": CompanyNotFoundError,
    "version_not_found": VersionNotFoundError,
    "source_not_found": SourceNotFoundError,
    "watchlist_not_found": WatchlistNotFoundError,
    "webhook_not_found": WebhookNotFoundError,
    "not_found": NotFoundError,
    "conflict": ConflictError,
    "rate_limit_exceeded": RateLimitExceededError,
    "quota_exceeded": QuotaExceededError,
    "match_quota_exceeded": MatchQuotaExceededError,
    "internal_error": InternalError,
    "billing_unavailable": BillingUnavailableError,
    "timeout": ServiceTimeoutError,
    "google_sign_in_failed": GoogleSignInFailedError,
    "password_sign_in_disabled": PasswordSignInDisabledError,
    "unexpected_answer": UnexpectedAnswerError,
}
"""The class of each code; a code that is new is a plain `ApiError`."""
