"""What the events of one page of the feed change in a copy. Each measure that they name is fetched as it is now, once.

A measure can change without an event of its own. An exclusion, and what took a measure's place, are stated by one measure and
shown on both, and only the one that states it gets a version; and whoever names a measure that is merged away then names what
it was merged into. So whatever is named on the other side is fetched too.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, cast

from .events import is_subsidy_event
from .types import ChangeEvent, Subsidy, SubsidyEvent

Fetch: TypeAlias = Callable[[str, "int | None"], "Subsidy | None"]
"""The measure of an id as it is now, under whichever id it answers; None: there is none. It is not older than the version
named; where None is, it is not known whether there is one at all."""


class PageChanges:
    """`put`: records by id; `gone`: ids of records that are not in the copy any more."""

    def __init__(self, fetch: Fetch, include_withdrawn: bool) -> None:
        self._fetch = fetch
        self._include_withdrawn = include_withdrawn
        self._fetched: set[str] = set()
        self.put: dict[str, Subsidy] = {}
        self.gone: set[str] = set()

    def hear(self, events: Iterable[ChangeEvent], copy: Iterable[Subsidy]) -> None:
        """Takes in the events of a page, where `copy` is what is held before them."""
        versions: dict[str, int] = {}
        others: dict[str, None] = {}
        merged: set[str] = set()
        created: set[str] = set()
        for event in events:
            # Only measures are copied: what is of another kind, or of one that is new, is about none. A reminder says
            # nothing that a record holds.
            if not is_subsidy_event(event) or event["data"]["version"] is None:
                continue
            id = event["data"]["subsidy_id"]
            versions[id] = max(versions.get(id, 0), event["data"]["version"])
            for path in ("related.excludes", "related.replaced_by"):
                others.update(dict.fromkeys(_named(event, path)))
            merged.update(_named(event, "related.merged_from"))
            if event["event"] == "subsidy.created":
                created.add(id)
        for id, version in versions.items():
            record = self._take(id, version)
            if id in created and record is not None:
                # The first version has no diff.
                others.update(dict.fromkeys(_named_by(record)))
        if merged:
            # What was merged away shows up nowhere any more; whoever named it names its survivor, or nobody.
            for held in copy:
                if not merged.isdisjoint(_named_by(held)):
                    others[held["id"]] = None
        for id in others:
            if id not in self._fetched:
                self._take(id, None)

    def _take(self, id: str, version: int | None) -> Subsidy | None:
        self._fetched.add(id)
        record = self._fetch(id, version)
        if record is None:
            self._lose(id)
            return None
        for one in (id, *record["related"]["merged_from"]):
            if one != record["id"]:
                self._lose(one)
        if record["withdrawn_at"] is None or self._include_withdrawn:
            self.put[record["id"]] = record
            self.gone.discard(record["id"])
        else:
            self._lose(record["id"])
        return record

    def _lose(self, id: str) -> None:
        self.put.pop(id, None)
        self.gone.add(id)


def _named_by(record: Subsidy) -> list[str]:
    """The other measures that a record names, or that are shown on it because they name it."""
    # A copy that an earlier release made has records without the last two.
    related = cast("dict[str, list[str]]", record["related"])
    return [id for name in ("excludes", "replaced_by", "replaces") for id in related.get(name, [])]


def _named(event: SubsidyEvent, path: str) -> list[str]:
    """The ids that a list of the diff held before or holds now."""
    sides = event["data"]["diff"].get(path)
    if sides is None:
        return []
    # Null on a side where the list was not, or where it is withheld.
    return [str(id) for side in (sides["from"], sides["to"]) for id in cast("list[object]", side or [])]
