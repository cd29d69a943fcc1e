"""What a caller may write: checked, never run."""
from __future__ import annotations

from typing import assert_type

from subsidy_measures import ApiError, MemoryStore, SubsidiesClient, is_subsidy_event
from subsidy_measures.file_store import FileStore
from subsidy_measures.stores import Store
from subsidy_measures.types import CompactSubsidy, MatchAnswer, SubsidyStatus, Subsidy

client = SubsidiesClient(key="sm_test_x", base_url="https://api.example.org", timeout_seconds=5, retries=0)

for row in client.each_subsidy(region=["flanders"], status=["open"], sort="deadline"):
    assert_type(row, CompactSubsidy)
for full in client.each_subsidy(view="full", limit=100):
    assert_type(full, Subsidy)
    # New words may come, so that a status is any text, of which these are known.
    assert_type(full["status"], SubsidyStatus | str)
    if full["status"] == "a_new_one":
        print(full["application_window"]["closes_at"])
    amount = full["amount"]
    print(None if amount is None else amount["max"])

answer = client.match_company(company={"postcode": "9000", "nace": ["62.01"]}, project={"topics": ["training"]})
assert_type(answer, MatchAnswer)
for match in answer["matches"]:
    print(match["score"] + 1, match["questions"])

company = client.get_company("0999.999.922")["data"]
assert_type(company["name"], str | None)
filled = client.match_company(company={"establishment_number": "8.999.999.993"}, fill=False)
assert_type(filled["company"]["filled"], dict[str, str])
for question in filled["questions"]:
    for option in question["options"] or []:
        print(option["establishment_number"].upper(), option["municipality"])

for event in client.each_change(since="2026-01-01", type=["subsidy.created"]):
    if is_subsidy_event(event):
        print(event["data"]["subsidy_id"])

stores: list[Store] = [MemoryStore(), FileStore("a.db")]
for store in stores:
    print(client.sync(store, lang="nl", include_withdrawn=True).measures + 1)

try:
    client.delete_watchlist("wl_1")
except ApiError as error:
    print(error.code.upper(), error.retry_after_seconds)
