/**
 * Writes `types.py` and `operations.py` from the document of the API: `node clients/python/make-types.mjs`. `npm run generate`
 * does it too; a test compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inClientWords } from './generate/client-words.mjs'
import { filtersOf, methodsOf } from './generate/methods.mjs'
import { PythonTypes, reached } from './generate/schemas.mjs'

const folder = path.join(import.meta.dirname, 'src', 'subsidy_measures')
const written = '# Written by make-types.mjs from openapi.json: not to be edited.'

/**
 * The text of each generated file by its name.
 * @param {Record<string, any>} contract
 * @returns {{ [file: string]: string }}
 */
export function generated(contract) {
  const document = inClientWords(contract)
  const components = document.components.schemas

  const responses = [document.components.responses, document.webhooks ?? {}]
  const ofAnswers = reached(responses, components)
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) reached(operation.responses ?? {}, components, ofAnswers)
  }
  const types = new PythonTypes(components, ofAnswers)
  const methods = methodsOf(document, types)
  const filters = filtersOf(document, types)

  const typesText = `"""What the API takes and answers: the components of its document, under their names.

A word of a vocabulary in an answer may be a new one: it is \`Literal[...] | str\`. What is sent is closed.
"""
${written}
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

${types.aliases.join('\n\n')}


${types.classes.join('\n\n\n')}


Row = TypeVar("Row")


class SubsidyRows(TypedDict, Generic[Row]):
    """A \`SubsidyList\` whose rows are of one view."""
    data: list[Row]
    pagination: Pagination
    meta: MeasureListMeta


${filters}
`
  // Docstrings name components too, and use none.
  const code = methods.join('\n').replaceAll(/"""[\s\S]*?"""/g, '')
  const used = [...typesText.matchAll(/^(?:class (\w+)\(|(\w+)(?:: TypeAlias)? = )/gm)]
    .map(([, a, b]) => a ?? b ?? '')
    .filter((name) => new RegExp(`(?<![\\w"'.-])${name}\\b`).test(code) && name !== 'Row')
    .toSorted()

  const operationsText = `"""Every operation of the API as a method of the client, named as the document names it."""
${written}
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar, Unpack, overload

from .lines import BulkMatches, ExportDownload, Lines
from .requests import given, made_key, segment
from .types import (
${used.map((name) => `    ${name},`).join('\n')}
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

${methods.join('\n\n')}
`

  return { 'types.py': typesText, 'operations.py': operationsText }
}

if (process.argv[1] === import.meta.filename) {
  const document = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', '..', 'openapi.json'), 'utf8'))
  for (const [file, text] of Object.entries(generated(document))) writeFileSync(path.join(folder, file), text)
}
