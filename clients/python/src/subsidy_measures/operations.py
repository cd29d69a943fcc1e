"""Every operation of the API as a method of the client, named as the document names it."""
# Written by make-types.mjs from openapi.json: not to be edited.
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar, Unpack, overload

from .lines import BulkMatches, ExportDownload, Lines
from .requests import given, made_key, segment
from .types import (
    BulkMatchEntry,
    ChangeEvent,
    ChangeFeed,
    ChangedWatchlistAnswer,
    CompactSubsidy,
    CompanyAnswer,
    Coverage,
    DeletedWatchedCompany,
    DeletedWatchlist,
    DeletedWebhook,
    EnabledWebhookAnswer,
    EventType,
    Health,
    KeyAnswer,
    Language,
    MatchAnswer,
    MatchBuilding,
    MatchCompany,
    MatchHire,
    MatchHousehold,
    MatchProject,
    McpError,
    McpMessage,
    McpResult,
    NewWatchlistAnswer,
    NewWebhookAnswer,
    NewWebhookFilters,
    OpenApiDocument,
    PlanList,
    QueuedPingAnswer,
    Region,
    RotatedWebhookAnswer,
    Severity,
    SourceAnswer,
    SourceList,
    Subsidy,
    SubsidyAnswer,
    SubsidyFilters,
    SubsidyRows,
    SubsidyVersionAnswer,
    Taxonomy,
    VersionList,
    View,
    WatchedCompany,
    WatchedCompanyList,
    WatchlistAnswer,
    WatchlistList,
    WatchlistMatchList,
    WatchlistUploadAnswer,
    WatchlistUploadRow,
    Webhook,
    WebhookDeliveryList,
    WebhookList,
)

Page = TypeVar("Page", bound=Mapping[str, Any])
Stream = TypeVar("Stream", bound=Lines[Any])


class Operations:
    """The operations; what sends them is the client."""

    def _json(self, method: str, path: str, **sent: Any) -> Any:
        raise NotImplementedError

    def _rpc(self, method: str, path: str, **sent: Any) -> Any:
        raise NotImplementedError

    def _stream(self, kind: type[Stream], method: str, path: str, **sent: Any) -> Stream:
        raise NotImplementedError

    def _pages(self, fetch: Callable[[str | None], Page], cursor: str | None) -> Iterator[Page]:
        while True:
            page = fetch(cursor)
            yield page
            if not page["pagination"]["has_more"]:
                return
            cursor = page["pagination"]["next_cursor"]

    def get_health(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Health:
        """Say how the service is. 200 also when degraded: the store does not answer or takes no writes, no
        catalogue could be loaded from it, or a source is stale or failing.

        if_none_match: Tags of answers that you hold; where one is current, `NotModifiedError` is
            raised.
        """
        answer: Health = self._json("GET", "/v1/health", headers={"If-None-Match": if_none_match}, is_open=True)
        return answer

    def list_plans(
        self,
        *,
        if_none_match: str | None = None,
    ) -> PlanList:
        """The plans. Every plan with its price, limits and capabilities, cheapest first. An unlimited figure
        is `null`, none is 0.

        if_none_match: Tags of answers that you hold; where one is current, `NotModifiedError` is
            raised.
        """
        answer: PlanList = self._json("GET", "/v1/plans", headers={"If-None-Match": if_none_match}, is_open=True)
        return answer

    def get_taxonomy(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Taxonomy:
        """List the vocabularies. Every closed vocabulary with Dutch, French and English labels; the rule
        fields and the points with their questions.

        if_none_match: Tags of answers that you hold; where one is current, `NotModifiedError` is
            raised.
        """
        answer: Taxonomy = self._json("GET", "/v1/taxonomy", headers={"If-None-Match": if_none_match}, is_open=True)
        return answer

    def list_sources(
        self,
        *,
        if_none_match: str | None = None,
    ) -> SourceList:
        """List the sources. Every source that is switched on, with its licence, its freshness and how many
        measures it lists.

        if_none_match: Tags of answers that you hold; where one is current, `NotModifiedError` is
            raised.
        """
        answer: SourceList = self._json("GET", "/v1/sources", headers={"If-None-Match": if_none_match}, is_open=True)
        return answer

    def get_source(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> SourceAnswer:
        """Show one source. A source with its last ten ingestion runs. One that is switched off is not found.

        id: Id of the source.
        if_none_match: Tags of answers that you hold; where one is current, `NotModifiedError` is
            raised.
        """
        answer: SourceAnswer = self._json("GET", f"/v1/sources/{segment(id)}", headers={"If-None-Match": if_none_match}, is_open=True)
        return answer

    def get_open_api(
        self,
        *,
        if_none_match: str | None = None,
    ) -> OpenApiDocument:
        """The contract of this API. This document: OpenAPI 3.1, complete.

        if_none_match: Tags of answers that you hold; where one is current, `NotModifiedError` is
            raised.
        """
        answer: OpenApiDocument = self._json("GET", "/v1/openapi.json", headers={"If-None-Match": if_none_match}, is_open=True)
        return answer

    def show_key(self) -> KeyAnswer:
        """The key that asks. The plan of the account that the key belongs to, and what all its keys have used
        this UTC month.
        """
        answer: KeyAnswer = self._json("GET", "/v1/key")
        return answer

    @overload
    def list_subsidies(self, *, view: Literal["full"], **filters: Unpack[SubsidyFilters]) -> SubsidyRows[Subsidy]: ...

    @overload
    def list_subsidies(self, *, view: Literal["compact"] | None = None, **filters: Unpack[SubsidyFilters]) -> SubsidyRows[CompactSubsidy]: ...

    @overload
    def list_subsidies(self, *, view: Literal["compact", "full"] | None = None, **filters: Unpack[SubsidyFilters]) -> SubsidyRows[CompactSubsidy] | SubsidyRows[Subsidy]: ...

    def list_subsidies(self, *, view: Literal["compact", "full"] | None = None, **filters: Unpack[SubsidyFilters]) -> SubsidyRows[Any]:
        """List and search measures. Measures that meet every filter given, in pages. Of a filter with several
        values, any is enough. Measures that were merged into another stand in none.

        q: Words, in any language and order; each must be the start of a word of the title, the names
            that people give the measure, the local id, the names of issuer and administrator, the summary,
            what its instrument, topics, applicants, sizes, costs and places are called (nl, fr, de, en),
            the description or the conditions. Case and accents are ignored. Single letters with `&` or `+`
            between are one word (`R&D`); `startup`, `start-up` and `start up` find one another.
        words: With `q`: `all` words, or `most`: at least half of those with content, each also found by
            its stem (nl, fr, de, en) and, from five letters on, with one letter wrong, missing or too many;
            the best first. `meant` reads `q` as a person means it (nl, fr, de, en): places, kinds of
            applicant, trades, purposes, instruments, amounts. `meta.understood` says what was understood. A
            place or a kind of applicant narrows where that leaves something, a trade leaves out what
            excludes it, the purpose decides what is found; what can be applied for comes before what nobody
            knows and what is over.
        region: Measures available in any of these regions: their own, and those without regional
            restriction. By where applicants, or the persons whom a measure pays for, must be, as its rules
            say too.
        topic: Measures with any of these topics.
        company_size: Measures that name this size, and those that do not restrict sizes.
        applicant_type: Measures that name any of these kinds of applicants, and those that name none.
        instrument_type: What the applicant receives.
        status: Status at the instant of the answer, which the clock moves too; every status when not
            given.
        government_level: Level of the government that decides.
        scope: How far the measure reaches.
        source: Ids of sources.
        issuer: Ids of issuers; an unknown one matches nothing.
        nace: One NACE-BEL code of 2008 or 2025: two digits, or more of them with or without a dot (or a
            comma) behind the second; a section letter stands for its divisions of 2025. A version may stand
            behind it, `63.91 (2008)`, for a code that both have; else 2025 is meant. Found are measures
            that a company with that code alone is not surely outside of. Between the versions the official
            correspondence of classes decides.
        programme: Code of an EU programme; an unknown one matches nothing.
        deadline_before: Deadline at or before. An RFC 3339 timestamp, or a date: its end in Brussels.
        deadline_after: Deadline later than. An RFC 3339 timestamp, or a date: its end in Brussels.
        updated_since: Changed at or after. An RFC 3339 timestamp, or a date: its start in Brussels.
        include_withdrawn: Also measures that their source no longer lists.
        sort: `relevance` when `q` is given, else `deadline` (soonest first, none last). `relevance`
            without a word is `updated`.
        view: Rows in short, or full records.
        lang: Language of texts; what does not exist in it falls back to en, nl, fr, de.
        limit: Rows a page; at most what the plan holds (`max_page_size`): 100 on developer, 200 on pro
            and business, 500 on enterprise.
        cursor: `pagination.next_cursor` of the page before; ask with the same filters and order.
        """
        answer: SubsidyRows[Any] = self._json("GET", "/v1/subsidies", query={"view": view, **filters})
        return answer

    @overload
    def each_subsidy(self, *, view: Literal["full"], **filters: Unpack[SubsidyFilters]) -> Iterator[Subsidy]: ...

    @overload
    def each_subsidy(self, *, view: Literal["compact"] | None = None, **filters: Unpack[SubsidyFilters]) -> Iterator[CompactSubsidy]: ...

    @overload
    def each_subsidy(self, *, view: Literal["compact", "full"] | None = None, **filters: Unpack[SubsidyFilters]) -> Iterator[CompactSubsidy] | Iterator[Subsidy]: ...

    def each_subsidy(self, *, view: Literal["compact", "full"] | None = None, **filters: Unpack[SubsidyFilters]) -> Iterator[Any]:
        """Every item of `list_subsidies`, page after page; the parameters are the same."""
        for page in self.subsidy_pages(view=view, **filters):
            yield from page["data"]

    @overload
    def subsidy_pages(self, *, view: Literal["full"], **filters: Unpack[SubsidyFilters]) -> Iterator[SubsidyRows[Subsidy]]: ...

    @overload
    def subsidy_pages(self, *, view: Literal["compact"] | None = None, **filters: Unpack[SubsidyFilters]) -> Iterator[SubsidyRows[CompactSubsidy]]: ...

    @overload
    def subsidy_pages(self, *, view: Literal["compact", "full"] | None = None, **filters: Unpack[SubsidyFilters]) -> Iterator[SubsidyRows[CompactSubsidy]] | Iterator[SubsidyRows[Subsidy]]: ...

    def subsidy_pages(self, *, view: Literal["compact", "full"] | None = None, **filters: Unpack[SubsidyFilters]) -> Iterator[SubsidyRows[Any]]:
        """Every page of `list_subsidies`; the parameters are the same."""
        while True:
            page = self.list_subsidies(view=view, **filters)
            yield page
            if not page["pagination"]["has_more"]:
                return
            filters["cursor"] = page["pagination"].get("next_cursor")

    def get_subsidy(
        self,
        id: str,
        *,
        lang: Language | None = None,
        as_of: str | None = None,
        if_none_match: str | None = None,
    ) -> SubsidyAnswer:
        """Fetch one measure. The full record, by id or slug. A withdrawn measure answers too, with
        `withdrawn_at`. Plans with: as_of.

        id: Id (`<source-prefix>:<local-id>`) or slug. Those of a measure that was merged into another
            lead to that one: its own `id` is answered.
        lang: Language of texts; what does not exist in it falls back to en, nl, fr, de.
        as_of: The version current at that instant, with the status and deadline of then. An RFC 3339
            timestamp, or a date: its end in Brussels. Needs a plan with `as_of`: pro, business, enterprise.
        if_none_match: Tags of answers that you hold; where one is current, `NotModifiedError` is
            raised.
        """
        answer: SubsidyAnswer = self._json("GET", f"/v1/subsidies/{segment(id)}", query={"lang": lang, "as_of": as_of}, headers={"If-None-Match": if_none_match})
        return answer

    def get_coverage(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Coverage:
        """Count the measures. How many measures there are by status, source, instrument, level, region and
        topic.

        if_none_match: Tags of answers that you hold; where one is current, `NotModifiedError` is
            raised.
        """
        answer: Coverage = self._json("GET", "/v1/coverage", headers={"If-None-Match": if_none_match}, is_open=True)
        return answer

    def list_subsidy_versions(
        self,
        id: str,
    ) -> VersionList:
        """List the versions of a measure. Every version, newest first, with the field-level changes that made
        it, in one answer. Needs a plan with `history`: pro, business, enterprise. Plans with: history.

        id: Id (`<source-prefix>:<local-id>`) or slug. Those of a measure that was merged into another
            lead to that one: its own `id` is answered.
        """
        answer: VersionList = self._json("GET", f"/v1/subsidies/{segment(id)}/versions")
        return answer

    def get_subsidy_version(
        self,
        id: str,
        version: int,
        *,
        lang: Language | None = None,
    ) -> SubsidyVersionAnswer:
        """Fetch one version of a measure. The record as it was, with the status of the moment the version
        began, and the change that made it. Needs a plan with `history`: pro, business, enterprise. Plans
        with: history.

        id: Id (`<source-prefix>:<local-id>`) or slug. Those of a measure that was merged into another
            lead to that one: its own `id` is answered.
        version: Number of the version, from 1.
        lang: Language of texts; what does not exist in it falls back to en, nl, fr, de.
        """
        answer: SubsidyVersionAnswer = self._json("GET", f"/v1/subsidies/{segment(id)}/versions/{segment(version)}", query={"lang": lang})
        return answer

    def list_changes(
        self,
        *,
        since: str | None = None,
        type: Sequence[EventType] | None = None,
        subsidy: str | None = None,
        source: Sequence[str] | None = None,
        region: Sequence[Region] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> ChangeFeed:
        """Read the change feed. What changed, oldest first, in the order in which it was committed: new
        measures and versions, closing-soon reminders (at 09:00 in Brussels, 14 and 3 days before a deadline
        unless the operator chose other days), freshness of sources, and the match events of your own
        watchlists. Every page has a cursor, also the last: poll with it later, and only new events come,
        none twice and none missed. A poll counts as a request: every five minutes is some 9,000 a month; a
        webhook tells within seconds, without polling. Most events come with a reading of a source; those of
        the clock (a measure opens or closes, a reminder, a source that became stale) come within a minute
        of their time, whatever is read. A duplicate that is merged into another measure makes one
        `subsidy.merged` of that one: what `related.merged_from` names is it from then on. Events are kept
        400 days. Ignore event types that you do not know. Plans with: change_feed.

        since: Of a first call: from the first event at or after it, at most 400 days back. Without it
            and without a cursor the feed begins with the oldest event kept. Has no effect beside a cursor.
            An RFC 3339 timestamp, or a date: its start in Brussels.
        type: Events of any of these types, or that touched any of these categories.
        subsidy: Id or slug of a measure: its events and your matches' with it; of a merged pair, the
            events of both.
        source: Ids of sources: events of their measures, and their own. Match events have no source and
            don't pass.
        region: Events of measures of any of these regions, as the list judges them, and of measures
            without regional restriction. A source's events don't pass.
        limit: Events a page; at most what the plan holds (`max_page_size`): 100 on developer, 200 on
            pro and business, 500 on enterprise.
        cursor: `pagination.next_cursor` of an earlier page: a position in the feed, which holds with
            any filters.
        """
        answer: ChangeFeed = self._json("GET", "/v1/changes", query={"since": since, "type": type, "subsidy": subsidy, "source": source, "region": region, "limit": limit, "cursor": cursor})
        return answer

    def each_change(
        self,
        *,
        since: str | None = None,
        type: Sequence[EventType] | None = None,
        subsidy: str | None = None,
        source: Sequence[str] | None = None,
        region: Sequence[Region] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ChangeEvent]:
        """Every item of `list_changes`, page after page; the parameters are the same."""
        for page in self.change_pages(since=since, type=type, subsidy=subsidy, source=source, region=region, limit=limit, cursor=cursor):
            yield from page["data"]

    def change_pages(
        self,
        *,
        since: str | None = None,
        type: Sequence[EventType] | None = None,
        subsidy: str | None = None,
        source: Sequence[str] | None = None,
        region: Sequence[Region] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[ChangeFeed]:
        """Every page of `list_changes`; the parameters are the same."""
        return self._pages(lambda cursor: self.list_changes(since=since, type=type, subsidy=subsidy, source=source, region=region, limit=limit, cursor=cursor), cursor)

    def get_company(
        self,
        number: str,
        *,
        if_none_match: str | None = None,
    ) -> CompanyAnswer:
        """A company by its number. What the open data of the Crossroads Bank for Enterprises say of an
        enterprise, by its number or that of one of its establishments: what a match is filled with. Of
        natural persons, and of whoever is not known to be a legal person, no name, day or place is told.
        Use for advertising is forbidden. Counts one request and no evaluation. 404 where no register is
        loaded, or none of its companies has the number.

        number: Ten digits, the first 0 or 1 (an enterprise) or 2 to 8 (an establishment); dots, spaces
            and BE are accepted.
        if_none_match: Tags of answers that you hold; where one is current, `NotModifiedError` is
            raised.
        """
        answer: CompanyAnswer = self._json("GET", f"/v1/companies/{segment(number)}", headers={"If-None-Match": if_none_match})
        return answer

    def match_company(
        self,
        *,
        company: MatchCompany | None = None,
        project: MatchProject | None = None,
        hire: MatchHire | None = None,
        household: MatchHousehold | None = None,
        building: MatchBuilding | None = None,
        answers: Mapping[str, bool | None] | None = None,
        fill: bool | None = None,
        topics_only: bool | None = None,
        view: View | None = None,
        language: Language | None = None,
        limit: int | None = None,
        include_not_eligible: bool | None = None,
        idempotency_key: str | None = None,
    ) -> MatchAnswer:
        """Match a company and a project against every measure. Rule by rule pass, fail or unknown, the
        questions that would settle most, and an indicative amount. Counts one match evaluation; a month
        has: 100 on developer, 1,000 on pro, 10,000 on business, unlimited on enterprise. It never states
        eligibility: the competent authority decides. Facts are not stored.

        company: What is known of the applicant. Every property is optional.
        project: What is known of the project. Every property is optional.
        hire: What is known of the person to be hired. Every property is optional.
        household: What is known of the household. Every property is optional.
        building: What is known of the building. Every property is optional.
        answers: Answers to conditions that no rule evaluates, by the name that a match gives as
            `answer_as`: a point of the taxonomy, or `<measure id>#<condition id>`.
        fill: Whether what is not given of the company is filled from the register and from filed
            accounts, by its number. Default true. Where it is false the register is not read, so that an
            establishment is not compared with its enterprise either.
        topics_only: Whether matches about another topic are left out. Default false.
        view: compact: smaller rows, with only the rules that failed or are unknown. Default `full`.
        language: Of every text of the answer. Default `en`.
        limit: Most matches answered. Default 25.
        include_not_eligible: Whether `not_eligible` results are answered too. Default false.
        idempotency_key: One of your own; without it the client makes one for this call. The same body
            sent again under it, within 24 hours, creates nothing twice and counts no evaluation twice;
            another body is `conflict`.
        """
        answer: MatchAnswer = self._json("POST", "/v1/match", headers={"Idempotency-Key": idempotency_key or made_key()}, body=given({"company": company, "project": project, "hire": hire, "household": household, "building": building, "answers": answers, "fill": fill, "topics_only": topics_only, "view": view, "language": language, "limit": limit, "include_not_eligible": include_not_eligible}))
        return answer

    def match_companies(
        self,
        *,
        companies: Sequence[BulkMatchEntry],
        idempotency_key: str | None = None,
    ) -> BulkMatches:
        """Match many companies. One evaluation per company with valid facts; an invalid one is answered in its
        place with its own error and not counted. Companies in a request: none on developer and pro, 500 on
        business, 5,000 on enterprise. A request that would pass the evaluation allowance is refused whole.
        The answers come in the order asked, each as soon as it is there. Texts of `meta` are English. Needs
        a plan with `bulk_match`: business, enterprise. Plans with: bulk_match.

        companies: At most the plan's `max_bulk_companies`.
        idempotency_key: One of your own; without it the client makes one for this call. The same body
            sent again under it, within 24 hours, creates nothing twice and counts no evaluation twice;
            another body is `conflict`.
        """
        return self._stream(BulkMatches, "POST", "/v1/match/bulk", headers={"Idempotency-Key": idempotency_key or made_key()}, body=given({"companies": companies}))

    def list_watchlists(self) -> WatchlistList:
        """List your watchlists. All of them, oldest first: at most 50, in one page. Needs a plan with
        `watchlists`: business, enterprise. Plans with: watchlists.
        """
        answer: WatchlistList = self._json("GET", "/v1/watchlists")
        return answer

    def create_watchlist(
        self,
        *,
        name: str,
        language: Language | None = None,
        min_severity: Severity | None = None,
        muted_subsidies: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> NewWatchlistAnswer:
        """Make a watchlist. A portfolio of companies that are evaluated anew when a measure changes. An
        account holds at most 50. Needs a plan with `watchlists`: business, enterprise. Plans with:
        watchlists.

        name: Without control characters.
        language: Of the texts of its matches. A new list has `en`.
        min_severity: Match events below it are not made, and not made up for later. `high`: a match is
            new or removed, or becomes or ceases to be `likely_eligible`; `medium`: another change of a
            measure that is open, continuous or forthcoming; `low`: any other. A new list has `low`.
        muted_subsidies: Ids of measures of which no match events are made; a merged one mutes the
            survivor. A new list has none.
        idempotency_key: One of your own; without it the client makes one for this call. The same body
            sent again under it, within 24 hours, creates nothing twice and counts no evaluation twice;
            another body is `conflict`.
        """
        answer: NewWatchlistAnswer = self._json("POST", "/v1/watchlists", headers={"Idempotency-Key": idempotency_key or made_key()}, body=given({"name": name, "language": language, "min_severity": min_severity, "muted_subsidies": muted_subsidies}))
        return answer

    def get_watchlist(
        self,
        id: str,
    ) -> WatchlistAnswer:
        """Read one watchlist. Its options, and how many companies it holds. Needs a plan with `watchlists`:
        business, enterprise. Plans with: watchlists.

        id: Id of one of your watchlists.
        """
        answer: WatchlistAnswer = self._json("GET", f"/v1/watchlists/{segment(id)}")
        return answer

    def change_watchlist(
        self,
        id: str,
        *,
        name: str | None = None,
        language: Language | None = None,
        min_severity: Severity | None = None,
        muted_subsidies: Sequence[str] | None = None,
    ) -> ChangedWatchlistAnswer:
        """Change the options of a watchlist. What is given is set; the rest stays. An empty object changes
        nothing. Needs a plan with `watchlists`: business, enterprise. Plans with: watchlists.

        id: Id of one of your watchlists.
        name: Without control characters.
        language: Of the texts of its matches. A new list has `en`.
        min_severity: Match events below it are not made, and not made up for later. `high`: a match is
            new or removed, or becomes or ceases to be `likely_eligible`; `medium`: another change of a
            measure that is open, continuous or forthcoming; `low`: any other. A new list has `low`.
        muted_subsidies: Ids of measures of which no match events are made; a merged one mutes the
            survivor. A new list has none.
        """
        answer: ChangedWatchlistAnswer = self._json("PATCH", f"/v1/watchlists/{segment(id)}", body=given({"name": name, "language": language, "min_severity": min_severity, "muted_subsidies": muted_subsidies}))
        return answer

    def delete_watchlist(
        self,
        id: str,
    ) -> DeletedWatchlist:
        """Delete a watchlist. With its companies, whose facts are erased. Its past events stay in the feed.
        Needs a plan with `watchlists`: business, enterprise. Plans with: watchlists.

        id: Id of one of your watchlists.
        """
        answer: DeletedWatchlist = self._json("DELETE", f"/v1/watchlists/{segment(id)}", gone=("watchlist_not_found", {"id": id, "deleted": True}))
        return answer

    def list_watched_companies(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> WatchedCompanyList:
        """List the companies of a watchlist. By reference, in the order of code points, with the facts as
        given. Needs a plan with `watchlists`: business, enterprise. Plans with: watchlists.

        id: Id of one of your watchlists.
        limit: Companies a page; at most what the plan holds (`max_page_size`): 100 on developer, 200 on
            pro and business, 500 on enterprise.
        cursor: `pagination.next_cursor` of an earlier page of this watchlist.
        """
        answer: WatchedCompanyList = self._json("GET", f"/v1/watchlists/{segment(id)}/companies", query={"limit": limit, "cursor": cursor})
        return answer

    def each_watched_company(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[WatchedCompany]:
        """Every item of `list_watched_companies`, page after page; the parameters are the same."""
        for page in self.watched_company_pages(id, limit=limit, cursor=cursor):
            yield from page["data"]

    def watched_company_pages(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[WatchedCompanyList]:
        """Every page of `list_watched_companies`; the parameters are the same."""
        return self._pages(lambda cursor: self.list_watched_companies(id, limit=limit, cursor=cursor), cursor)

    def upload_watched_companies(
        self,
        id: str,
        *,
        companies: Sequence[WatchlistUploadRow],
        idempotency_key: str | None = None,
    ) -> WatchlistUploadAnswer:
        """Add or replace companies of a watchlist. 1 to 1000 rows, each reference once. A row whose reference
        stands on the list replaces it. Each accepted row counts one match evaluation; one that cannot be
        right is listed under `rejected`, and what is stored stays. An upload that would pass the allowance
        of evaluations, or the companies of the plan, is refused whole. On all watchlists of an account:
        none on developer and pro, 5,000 on business, unlimited on enterprise. Needs a plan with
        `watchlists`: business, enterprise. Plans with: watchlists.

        id: Id of one of your watchlists.
        idempotency_key: One of your own; without it the client makes one for this call. The same body
            sent again under it, within 24 hours, creates nothing twice and counts no evaluation twice;
            another body is `conflict`.
        """
        answer: WatchlistUploadAnswer = self._json("POST", f"/v1/watchlists/{segment(id)}/companies", headers={"Idempotency-Key": idempotency_key or made_key()}, body=given({"companies": companies}))
        return answer

    def delete_watched_company(
        self,
        id: str,
        reference: str,
    ) -> DeletedWatchedCompany:
        """Take a company off a watchlist. Its facts are erased. Its past events stay in the feed, with the
        reference. Needs a plan with `watchlists`: business, enterprise. Plans with: watchlists.

        id: Id of one of your watchlists.
        reference: Of a company on the list.
        """
        answer: DeletedWatchedCompany = self._json("DELETE", f"/v1/watchlists/{segment(id)}/companies/{segment(reference)}", gone=("not_found", {"reference": reference, "deleted": True}))
        return answer

    def list_watchlist_matches(
        self,
        id: str,
        *,
        company: str | None = None,
        include_not_eligible: bool | None = None,
        limit: int | None = None,
    ) -> WatchlistMatchList:
        """List the current matches of a watchlist. Every company's current matches, best first: in the order
        of matches, then of references. Texts are in the list's language; measures that are muted are shown.
        Counts no match evaluation. `pagination.has_more` tells whether there are more than `limit`; there
        is no cursor: ask for one company, or more rows. A list of more than some 50,000 companies may take
        longer than a request may: ask for one company, or keep several lists. Needs a plan with
        `watchlists`: business, enterprise. Plans with: watchlists.

        id: Id of one of your watchlists.
        company: A reference on the list: its matches alone.
        include_not_eligible: Whether `not_eligible` results are answered too.
        limit: Most matches answered, of all companies together.
        """
        answer: WatchlistMatchList = self._json("GET", f"/v1/watchlists/{segment(id)}/matches", query={"company": company, "include_not_eligible": include_not_eligible, "limit": limit})
        return answer

    def list_webhooks(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> WebhookList:
        """List your webhook endpoints. Oldest first, without their secrets. Needs a plan with `webhooks`: pro,
        business, enterprise. Plans with: webhooks.

        limit: Endpoints a page; at most what the plan holds (`max_page_size`): 100 on developer, 200 on
            pro and business, 500 on enterprise.
        cursor: `pagination.next_cursor` of an earlier page.
        """
        answer: WebhookList = self._json("GET", "/v1/webhooks", query={"limit": limit, "cursor": cursor})
        return answer

    def each_webhook(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[Webhook]:
        """Every item of `list_webhooks`, page after page; the parameters are the same."""
        for page in self.webhook_pages(limit=limit, cursor=cursor):
            yield from page["data"]

    def webhook_pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[WebhookList]:
        """Every page of `list_webhooks`; the parameters are the same."""
        return self._pages(lambda cursor: self.list_webhooks(limit=limit, cursor=cursor), cursor)

    def create_webhook(
        self,
        *,
        url: str,
        filters: NewWebhookFilters | None = None,
        idempotency_key: str | None = None,
    ) -> NewWebhookAnswer:
        """Make a webhook endpoint. An account holds at most: none on developer, 5 on pro, 10 on business, 50
        on enterprise. It is sent the events that are committed from now on and pass its filters, one
        delivery each. The `secret` that they are signed with stands in this answer and in that of a
        rotation, never again. A repeated `Idempotency-Key` is answered as the first time, unless the
        endpoint was deleted or its secret rotated since: then it is a conflict. Needs a plan with
        `webhooks`: pro, business, enterprise. Plans with: webhooks.

        url: `https://`, a public host name or address, no user name or password. The host is looked up
            at each delivery, and where it leads to no public address nothing is sent.
        filters: An event must pass every filter given, and passes one by any of its values; empty: no
            restriction. Case, spaces around values, and empty and repeated ones do not count. At most 1000
            values each.
        idempotency_key: One of your own; without it the client makes one for this call. The same body
            sent again under it, within 24 hours, creates nothing twice and counts no evaluation twice;
            another body is `conflict`.
        """
        answer: NewWebhookAnswer = self._json("POST", "/v1/webhooks", headers={"Idempotency-Key": idempotency_key or made_key()}, body=given({"url": url, "filters": filters}))
        return answer

    def delete_webhook(
        self,
        id: str,
    ) -> DeletedWebhook:
        """Delete a webhook endpoint. What is queued for it is not sent. Needs a plan with `webhooks`: pro,
        business, enterprise. Plans with: webhooks.

        id: Id of one of your endpoints.
        """
        answer: DeletedWebhook = self._json("DELETE", f"/v1/webhooks/{segment(id)}", gone=("webhook_not_found", {"id": id, "deleted": True}))
        return answer

    def enable_webhook(
        self,
        id: str,
    ) -> EnabledWebhookAnswer:
        """Switch a webhook endpoint on. With no failures counted. One that was off is sent the events from now
        on: what was given up is not resent, the change feed has it. One that is on keeps what is queued.
        Needs a plan with `webhooks`: pro, business, enterprise. Plans with: webhooks.

        id: Id of one of your endpoints.
        """
        answer: EnabledWebhookAnswer = self._json("POST", f"/v1/webhooks/{segment(id)}/enable")
        return answer

    def rotate_webhook_secret(
        self,
        id: str,
    ) -> RotatedWebhookAnswer:
        """Give a webhook endpoint another secret. Every attempt that begins after this answer, retries
        included, is signed with the new `secret`, which is shown here once. Needs a plan with `webhooks`:
        pro, business, enterprise. Plans with: webhooks.

        id: Id of one of your endpoints.
        """
        answer: RotatedWebhookAnswer = self._json("POST", f"/v1/webhooks/{segment(id)}/rotate")
        return answer

    def test_webhook(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> QueuedPingAnswer:
        """Send a ping to a webhook endpoint. Queues a signed `ping`, which is sent within about 30 seconds and
        is not in the feed; what came of it stands among the deliveries. At most 10 may wait; an endpoint
        that is off is a conflict. Needs a plan with `webhooks`: pro, business, enterprise. Plans with:
        webhooks.

        id: Id of one of your endpoints.
        idempotency_key: One of your own; without it the client makes one for this call. The same body
            sent again under it, within 24 hours, creates nothing twice and counts no evaluation twice;
            another body is `conflict`.
        """
        answer: QueuedPingAnswer = self._json("POST", f"/v1/webhooks/{segment(id)}/test", headers={"Idempotency-Key": idempotency_key or made_key()})
        return answer

    def list_webhook_deliveries(
        self,
        id: str,
    ) -> WebhookDeliveryList:
        """List what was sent to a webhook endpoint. The last 50 deliveries, newest first, each with how it
        stands. Needs a plan with `webhooks`: pro, business, enterprise. Plans with: webhooks.

        id: Id of one of your endpoints.
        """
        answer: WebhookDeliveryList = self._json("GET", f"/v1/webhooks/{segment(id)}/deliveries")
        return answer

    def export_subsidies(
        self,
        *,
        lang: Language | None = None,
        include_withdrawn: bool | None = None,
        if_none_match: str | None = None,
    ) -> ExportDownload:
        """Download every measure. The whole catalogue, of one moment: full records, in ascending order of ids.
        Merged measures are in none. To keep a copy current, call `sync`; or read the change feed from
        `change_cursor` on. Two downloads at a time across the service; a further one is 429 with
        `Retry-After: 5`. A download that takes less than 64 KiB a second over a minute, or more than 30
        minutes, is cut: `IncompleteAnswerError`. Needs a plan with `bulk_export`: business, enterprise.
        Plans with: bulk_export.

        lang: Language of texts; what does not exist in it falls back to en, nl, fr, de.
        include_withdrawn: Also measures that their source no longer lists.
        if_none_match: Tags of answers that you hold; where one is current, `NotModifiedError` is
            raised.
        """
        return self._stream(ExportDownload, "GET", "/v1/export/subsidies.ndjson", query={"lang": lang, "include_withdrawn": include_withdrawn}, headers={"If-None-Match": if_none_match})

    def call_mcp(
        self,
        message: McpMessage | Sequence[McpMessage],
        *,
        mcp_protocol_version: str | None = None,
        mcp_method: str | None = None,
        mcp_name: str | None = None,
    ) -> McpResult | McpError | list[McpResult | McpError] | None:
        """Tools for AI assistants (Model Context Protocol). Streamable HTTP, stateless: one JSON-RPC 2.0
        message, or a batch of at most 20 of the revisions before 2026-07-28, per POST. Tools:
        search_subsidies, get_subsidy, match_company, explain_eligibility, get_company, list_changes,
        list_sources. They take the parameters of the routes of the same work, and answer their bodies as
        `structuredContent`, and the same JSON as text. Counts one request; match_company and
        explain_eligibility count one match evaluation each. In a batch each `tools/call` after the first
        takes from the requests a second of the plan: one that finds none left is -32000 with
        `data.retry_after`, and is not run. An answer has at most 8 MB: a call that would pass it is -32000,
        and counts nothing. Past the key, faults of the protocol are JSON-RPC errors with HTTP 200 (400
        where the body is not JSON; revisions from 2026-07-28 on have statuses of their own), and a failed
        tool is a result with `isError`. Notifications and answers of clients alone are 202.

        message: What is sent.
        mcp_protocol_version: Revision of the protocol; as `_meta` says it from 2026-07-28 on.
        mcp_method: From 2026-07-28 on: the method of the message.
        mcp_name: From 2026-07-28 on, of `tools/call`: the name of the tool.
        """
        answer: McpResult | McpError | list[McpResult | McpError] | None = self._rpc("POST", "/mcp", headers={"MCP-Protocol-Version": mcp_protocol_version, "Mcp-Method": mcp_method, "Mcp-Name": mcp_name}, body=message)
        return answer
