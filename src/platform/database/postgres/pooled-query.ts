/**
 * A prepared statement through a pooler that gives another connection of the server for each transaction. The process first asks which
 * connection it was given. The question is flushed and not yet synced, so the pooler keeps the connection for it. Then the process
 * prepares the statement if that connection does not have it yet, and never twice: the server has no error to write into its log.
 */
import pg from 'pg'

/** Names that this process has prepared, by the server's process that has them. */
export type PreparedOn = Map<string, Set<string>>

/** Of server processes that are remembered; a pooler has fewer connections. */
const serversMax = 1_000
/** The server's words (SQLSTATE) of a name that is not there, as where its process has ended and another has its number; of one that is there. */
const notThere = '26000'
const thereAlready = '42P05'

type Wire = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  parse(message: { name: string; text: string }): void
  bind(message: { portal: string; statement: string; values: never[]; valueMapper(value: unknown): unknown }): void
  execute(message: { portal: string; rows: number }): void
  flush(): void
  sync(): void
}
type Submitted = {
  submit(connection: Wire): Error | null
  handleDataRow(row: { fields: string[] }): void
  handleCommandComplete(message: unknown, connection: Wire): void
  handleError(error: Error, connection: Wire): void
}
type Asked = { name: string; text: string; values: unknown[] }
type Answered = (error: Error | null, result: pg.QueryResult) => void

// The driver's own query; what it is asked in this way stands in no declaration of it.
const DriversQuery = pg.Query as unknown as new (config: Asked & { callback: Answered }) => Submitted

class PooledQuery extends DriversQuery {
  readonly #asked: Asked
  readonly #preparedOn: PreparedOn
  #server: string | null = null
  #isBegun = false

  constructor(asked: Asked, preparedOn: PreparedOn, answered: Answered) {
    super({ ...asked, callback: answered })
    this.#asked = asked
    this.#preparedOn = preparedOn
  }

  override submit(connection: Wire): null {
    connection.stream.cork()
    connection.parse({ name: '', text: 'select pg_backend_pid()' })
    connection.bind({ portal: '', statement: '', values: [], valueMapper: (value) => value })
    connection.execute({ portal: '', rows: 0 })
    connection.flush()
    connection.stream.uncork()
    return null
  }

  override handleDataRow(row: { fields: string[] }): void {
    if (this.#server === null) this.#server = row.fields[0] ?? ''
    else super.handleDataRow(row)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isBegun) {
      super.handleCommandComplete(message, connection)
      return
    }
    this.#isBegun = true
    const { name, text } = this.#asked
    const known = this.#known()
    // By this the driver decides whether it prepares the statement.
    if (known.has(name)) connection.parsedStatements[name] = text
    else delete connection.parsedStatements[name]
    // Before it is answered: whoever of this process is given the server's connection next may hear of that sooner.
    known.add(name)
    super.submit(connection)
  }

  override handleError(error: Error & { code?: string }, connection: Wire): void {
    const { name } = this.#asked
    if (!this.#isBegun) connection.sync()
    else if (error.code === notThere || connection.parsedStatements[name] === undefined) this.#known().delete(name)
    if (error.code === thereAlready) this.#known().add(name)
    super.handleError(error, connection)
  }

  #known(): Set<string> {
    const server = this.#server ?? ''
    let known = this.#preparedOn.get(server)
    if (known === undefined) {
      known = new Set()
      if (this.#preparedOn.size >= serversMax) this.#preparedOn.clear()
      this.#preparedOn.set(server, known)
    }
    return known
  }
}

/** Asks one prepared statement of a connection through a pooler. */
export function pooledQuery(client: pg.PoolClient, asked: Asked, preparedOn: PreparedOn): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new PooledQuery(asked, preparedOn, (error, result) =>
        error === null ? resolve(result) : reject(error),
      ) as unknown as pg.Submittable,
    )
  })
}
