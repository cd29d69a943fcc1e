/** Messages of the protocol as the OpenAPI document shows them. */
import Type from 'typebox'
import type { Answer } from '../contract/route.ts'

const version = Type.Literal('2.0')
const id = Type.Union([Type.String(), Type.Number()])

const message = Type.Object(
  {
    jsonrpc: version,
    id: Type.Optional(
      Type.Union([Type.String(), Type.Number()], { description: 'Of a request; without it nothing is answered.' }),
    ),
    method: Type.Optional(Type.String({ description: 'For example `tools/list` or `tools/call`.' })),
    params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { $id: 'McpMessage', additionalProperties: true, description: 'A message of JSON-RPC 2.0.' },
)

const result = Type.Object(
  { jsonrpc: version, id, result: Type.Object({}, { additionalProperties: true }) },
  { $id: 'McpResult', additionalProperties: false },
)

const failure = Type.Object(
  {
    jsonrpc: version,
    id: Type.Union([id, Type.Null()], { description: 'Null where it is not known which message it is of.' }),
    error: Type.Object(
      {
        code: Type.Integer(),
        message: Type.String(),
        data: Type.Optional(Type.Object({}, { additionalProperties: true })),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'McpError', additionalProperties: false, description: 'A fault of the protocol.' },
)

const one = Type.Union([result, failure])

export const mcpSchemas = {
  request: Type.Union([message, Type.Array(message, { minItems: 1, maxItems: 20 })]),
  answers: {
    200: { description: 'The answer, or those of a batch in its order.', schema: Type.Union([one, Type.Array(one)]) },
    400: { description: 'The body is not JSON, or the request does not agree with its headers.', schema: failure },
    403: { description: 'The name in `Host` is not one of this service.', schema: failure },
    404: { description: 'From 2026-07-28 on: there is no such method.', schema: failure },
  } satisfies Record<number, Answer>,
  emptyAnswers: { 202: 'Nothing was asked: notifications, or answers of a client, alone.' },
}
