/** Every bench: how it is started for a page of figures, and how for a look. */

export type Bench = {
  name: string
  /** In a sentence of the page. */
  what: string
  /** Programs, from this folder, with their words; one after the other. */
  whole: readonly (readonly string[])[]
  quick: readonly (readonly string[])[]
  needs: 'peers' | 'postgres' | null
}

export const benches: readonly Bench[] = [
  {
    name: 'search',
    what: 'Lists and word search of the index in memory, against others that are asked the same and must find the same.',
    whole: [
      ['search/run.ts', '10000', '5', 'product,array,sqlite,minisearch,flexsearch'],
      ['search/most.ts', '10000', '15'],
      ['search/meant.ts', '10000'],
    ],
    quick: [
      ['search/run.ts', '2000', '2', 'product,sqlite'],
      ['search/most.ts', '2000', '3'],
      ['search/meant.ts', '500'],
    ],
    needs: 'peers',
  },
  {
    name: 'matching',
    what: 'A company against every measure, by the evaluator and by others that find the same; then over HTTP.',
    whole: [
      ['matching/run.ts', '10000'],
      ['matching/http.ts', '10000', '5000'],
    ],
    quick: [
      ['matching/run.ts', '1000'],
      ['matching/http.ts', '1000', '500'],
    ],
    needs: 'peers',
  },
  {
    name: 'watchlists',
    what: 'Watched companies under both versions of a changed measure, and the events that follow.',
    whole: [
      ['watchlists/judging.ts', '100000', '9'],
      ['watchlists/judging.ts', '1000000', '3'],
      ['watchlists/reevaluation.ts', '100000', '10000', '6', 'sqlite'],
      ['watchlists/reevaluation.ts', '100000', '10000', '6', 'postgres'],
    ],
    quick: [
      ['watchlists/judging.ts', '10000', '3'],
      ['watchlists/reevaluation.ts', '10000', '1000', '2', 'sqlite'],
    ],
    needs: 'postgres',
  },
  {
    name: 'companies',
    what: 'A register of companies of full size: loaded beside a service that goes on answering, looked up, and a bulk by numbers alone.',
    whole: [['companies/run.ts', 'sqlite'], ['companies/run.ts', 'postgres'], ['companies/office.ts']],
    quick: [['companies/run.ts', 'sqlite', '20000']],
    needs: 'postgres',
  },
  {
    name: 'feed',
    what: 'Polls of a feed of a thousand to a million events, and how many events it takes in a second.',
    whole: [['feed/run.ts'], ['feed/head.ts', '2', '5']],
    quick: [['feed/head.ts', '0.5', '2']],
    needs: null,
  },
  {
    name: 'meter',
    what: 'What the shared limits add to each request: one round trip that is committed before the answer.',
    whole: [['meter/run.ts']],
    quick: [['meter/run.ts']],
    needs: null,
  },
  {
    name: 'http',
    what: 'Requests by kind, against a bare server that sends the same bytes under the same headers.',
    whole: [['http/run.ts', '10000', '7']],
    quick: [['http/run.ts', '1000', '2']],
    needs: null,
  },
  {
    name: 'load',
    what: 'A mix of what customers ask, by one, two and three processes on one store.',
    whole: [['load/run.ts', '10000', '5', '3']],
    quick: [['load/run.ts', '1000', '2', '1']],
    needs: null,
  },
  {
    name: 'usage',
    what: 'What it costs to take each request down for its owner.',
    whole: [['usage/run.ts', '40']],
    quick: [['usage/run.ts', '6']],
    needs: null,
  },
  {
    name: 'mcp',
    what: 'An assistant that lists tools and searches, against the official server package.',
    whole: [['mcp/run.ts', '1000', '9']],
    quick: [['mcp/run.ts', '1000', '2']],
    needs: 'peers',
  },
  {
    name: 'webhooks',
    what: 'Deliveries against a bare loop of the same client, and beside endpoints that hang.',
    whole: [
      ['webhooks/run.ts', '6400', '5', 'sqlite'],
      ['webhooks/run.ts', '6400', '5', 'postgres'],
    ],
    quick: [['webhooks/run.ts', '1280', '2', 'sqlite']],
    needs: 'postgres',
  },
  {
    name: 'export',
    what: 'Downloads of the bulk export against a bare server that sends the same bytes.',
    whole: [['export/run.ts', '10000,100000', '5']],
    quick: [['export/run.ts', '2000', '2']],
    needs: null,
  },
  {
    name: 'pages',
    what: "Pages for people: the server's time, and what a visitor with a slow phone waits.",
    whole: [
      ['pages/run.ts', '10000', '6'],
      ['pages/paint.ts', '10000', '5'],
    ],
    quick: [['pages/run.ts', '1000', '2']],
    needs: null,
  },
  {
    name: 'open',
    what: 'What one request without a key costs the thread that answers, of every route and page that answers without one.',
    whole: [['open/run.ts', '10000']],
    quick: [['open/run.ts', '1000', '/en/']],
    needs: null,
  },
  {
    name: 'messages',
    what: 'A 404 that says what may be meant.',
    whole: [['messages/run.ts', '100000', '15']],
    quick: [['messages/run.ts', '5000', '3']],
    needs: null,
  },
  {
    name: 'start',
    what: 'From the start of a process until it is ready, and until changes are shown; what a command costs the processor.',
    whole: [
      ['start/run.ts', '10000,100000'],
      ['start/commands.ts', '5'],
    ],
    quick: [
      ['start/run.ts', '1000'],
      ['start/commands.ts', '1'],
    ],
    needs: null,
  },
  {
    name: 'publish',
    what: 'What others wait while a run of a source is published.',
    whole: [['publish/run.ts', '10000,50000']],
    quick: [['publish/run.ts', '2000']],
    needs: null,
  },
  {
    name: 'backup',
    what: 'A backup beside the service, and a restore, with the second whole reading of each.',
    whole: [['backup/run.ts', '100000', '1000000']],
    quick: [['backup/run.ts', '2000', '10000']],
    needs: null,
  },
  {
    name: 'turns',
    what: 'How long one thing keeps the event loop from everybody else.',
    whole: [['turns/run.ts', '12000']],
    quick: [['turns/run.ts', '1000']],
    needs: null,
  },
  {
    name: 'edge',
    what: 'What attacks cost everybody else.',
    whole: [['edge/run.ts']],
    quick: [['edge/run.ts', '--only', 'brackets']],
    needs: null,
  },
]
