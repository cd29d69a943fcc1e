"""The answers of the service, read into the types that quicktype generates of the document, and written back."""
import json
import os
import sys
import urllib.error
import urllib.request
from typing import Any, Callable, Optional

import generated

ADDRESS = os.environ["ADDRESS"]
KEY = os.environ["KEY"]


def ask(method: str, path: str, body: Optional[Any] = None) -> Any:
    request = urllib.request.Request(
        ADDRESS + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        return json.load(refused)


lost: list[str] = []


def told(value: Any) -> Any:
    """Without what is null: a type that stands for several kinds of rows leaves out what one of them does not have."""
    if isinstance(value, list):
        return [told(one) for one in value]
    if isinstance(value, dict):
        return {key: told(one) for key, one in value.items() if one is not None}
    return value


def same(read: Callable[[Any], Any], write: Callable[[Any], Any], answer: Any) -> Any:
    """What is read of an answer; nothing that it says may be lost on the way back."""
    value = read(answer)
    if told(write(value)) != told(answer):
        lost.append(read.__qualname__)
    return value


bakery = {"postcode": "9000", "employees": 4, "legal_form": "BV", "nace": ["10.71"]}

page = same(generated.SubsidyList.from_dict, generated.SubsidyList.to_dict, ask("GET", "/v1/subsidies?limit=100&status=open,continuous"))
one = same(
    generated.SubsidyAnswer.from_dict,
    generated.SubsidyAnswer.to_dict,
    ask("GET", f"/v1/subsidies/{page.data[0].id}?lang=nl"),
)
match = same(
    generated.MatchAnswer.from_dict,
    generated.MatchAnswer.to_dict,
    ask("POST", "/v1/match", {"company": bakery, "limit": 100}),
)
company = same(generated.CompanyAnswer.from_dict, generated.CompanyAnswer.to_dict, ask("GET", "/v1/companies/0999.999.823"))
several = same(
    generated.MatchAnswer.from_dict,
    generated.MatchAnswer.to_dict,
    ask("POST", "/v1/match", {"company": {"enterprise_number": company.data.number}, "fill": True, "limit": 1}),
)
options = next(question.options for question in several.questions if question.field == "company.postcode")
feed = same(generated.ChangeFeed.from_dict, generated.ChangeFeed.to_dict, ask("GET", "/v1/changes?limit=100"))
coverage = same(generated.Coverage.from_dict, generated.Coverage.to_dict, ask("GET", "/v1/coverage"))
taxonomy = same(generated.Taxonomy.from_dict, generated.Taxonomy.to_dict, ask("GET", "/v1/taxonomy"))
refused = same(generated.APIError.from_dict, generated.APIError.to_dict, ask("GET", "/v1/subsidies/be:nothing"))

json.dump(
    {
        "lost": lost,
        "rows": len(page.data),
        "title": one.data.title,
        "status": match.matches[0].status.value,
        "kind": company.data.kind.value,
        "filled": several.company.filled,
        "options": [options[0].establishment_number, len(options)],
        "events": len(feed.data),
        "total": coverage.total,
        "regions": [region.label.en for region in taxonomy.regions],
        "code": refused.error.code.value,
    },
    sys.stdout,
)
