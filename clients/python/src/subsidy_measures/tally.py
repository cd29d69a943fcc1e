"""What a synchronisation came to, measure by measure: one that came and went in it was neither."""
from __future__ import annotations

from typing import Literal, TypeAlias

from .types import Subsidy

Fate: TypeAlias = Literal["added", "changed", "removed"]

# What two changes, one after the other, come to.
_TOGETHER: dict[tuple[Fate, Fate], Fate | None] = {
    ("added", "added"): "added",
    ("added", "changed"): "added",
    ("added", "removed"): None,
    ("changed", "added"): "changed",
    ("changed", "changed"): "changed",
    ("changed", "removed"): "removed",
    ("removed", "added"): "changed",
    ("removed", "changed"): "changed",
    ("removed", "removed"): "removed",
}


def fate_of(before: Subsidy | None, after: Subsidy | None) -> Fate | None:
    """None where nothing changes."""
    if after is None:
        return None if before is None else "removed"
    if before is None:
        return "added"
    return None if before == after else "changed"


class Tally:
    def __init__(self) -> None:
        self._fates: dict[str, Fate] = {}

    def note(self, id: str, fate: Fate | None) -> None:
        if fate is None:
            return
        before = self._fates.get(id)
        after = fate if before is None else _TOGETHER[before, fate]
        if after is None:
            del self._fates[id]
        else:
            self._fates[id] = after

    def take(self, other: Tally) -> None:
        for id, fate in other._fates.items():
            self.note(id, fate)

    def count(self, fate: Fate) -> int:
        return sum(1 for one in self._fates.values() if one == fate)
