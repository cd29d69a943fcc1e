/** What the reference says around what stands in the records. */

export const referenceWords = {
  title: 'API reference',
  lead:
    'Every route of the API, written from the records that route and validate requests, so that it cannot say anything else ' +
    'than they do. The same as an OpenAPI 3.1 document: [/v1/openapi.json](/v1/openapi.json).',
  conventions:
    'Every path is exact: another case or a slash at the end is 404. Bodies are JSON in UTF-8, at most 2,000,000 bytes. A ' +
    'parameter or property that a route does not know is refused, and so is one that stands twice. Every property of an ' +
    'answer is always there; what does not apply is null. Times are RFC 3339 in Brussels time.',
  routeHead: '| Route | What it does | Needs |\n|---|---|---|',
  keyAlone: 'a key',
  nothing: 'nothing',
  plan: (name: string) => `plan ${name}`,
  open: 'No key is needed. Each client address has a limit per second of its own, for all open routes together.',
  keyed: 'Needs a key, and counts one request.',
  capability: (id: string, plan: string) => `Needs the capability \`${id}\`: plan ${plan} and above.`,
  parameterNeeds: (id: string) => `Needs the capability \`${id}\`.`,
  parameters: 'Parameters',
  parameterHead: '| Name | In | Takes | What it says |',
  body: 'Body',
  bodyIsJson: '`Content-Type: application/json`.',
  required: 'required',
  answer: (status: string) => `Answer ${status}`,
  lines: 'As lines of JSON (`application/x-ndjson`), each of them:',
  asAbove: 'as above',
  above: (name: string) => `\`${name}\`, as above.`,
  errors: 'Errors',
  errorsLead: 'Branch on `code`. Each has a page with what to do.',
  code: 'Code',
  status: 'Status',
  examples: 'Examples',
  events: 'Webhook events',
  eventsLead:
    'What an endpoint of yours is sent, one signed POST an event. How to receive and verify them: [Webhooks](/docs/webhooks). ' +
    'Filters say which of them an endpoint gets.',
  eventHead: '| Event | What happened |\n|---|---|',
  headers: 'Headers of a delivery',
  headerHead: '| Header | What it says |\n|---|---|',
  eventFamilies: {
    subsidy: 'Events of measures',
    source: 'Events of sources',
    match: 'Events of watched companies',
    ping: 'Ping',
  } as Readonly<Record<string, string>>,
  tryIt: {
    title: 'Try it here',
    lead:
      'It is sent from this page to this service, and counts as any other request. The key stays in the memory of this page: it is kept ' +
      'nowhere, and is gone when you leave.',
    key: 'API key',
    keyHint: 'Sent as Authorization: Bearer.',
    body: 'Body (JSON)',
    send: 'Send',
    answer: 'Answer',
    required: 'required',
  },
}
