import pg from 'pg'
import { DatabaseClient } from './client.server.ts'

/** SQLSTATE 53300, and pg's error when all connections of the pool are in use. */
const NO_CONNECTION = /^53300$|^timeout exceeded when trying to connect$/
/** The next request may get a connection. */
const EXHAUSTED_MS = 1_000

/** Time for earlier queries to complete. */
const DISCONNECT_AFTER_MS = 5_000

export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  override message = 'The database does not respond'
}

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/**
 * A circuit breaker: while the database does not respond, rejects queries at once and, after a delay, closes open
 * connections.
 */
export class GuardedPool extends pg.Pool {
  #isAvailable = true
  #responses = 0
  #exhaustedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  /** Whether a connection keeps its session of PostgreSQL, which it does not through a pooler in transaction mode. */
  readonly keepsSessions: boolean
  readonly #connected = new Set<DatabaseClient>()
  readonly #waiting = new Set<(error: Error) => void>()

  constructor({ keepsSessions = true, ...config }: pg.PoolConfig & { keepsSessions?: boolean }) {
    super({ ...config, Client: DatabaseClient })
    this.keepsSessions = keepsSessions
    // A lost idle connection is replaced, and would end the process without a listener.
    this.on('error', () => {})
    this.on('connect', (client) => {
      const connected = client as unknown as DatabaseClient
      this.#connected.add(connected)
      connected.connection.on('readyForQuery', () => this.#responses++)
      connected.once('end', () => this.#connected.delete(connected))
    })
  }

  get responses(): number {
    return this.#responses
  }

  /** A query got no connection a moment ago. */
  get isExhausted(): boolean {
    return performance.now() - this.#exhaustedAt < EXHAUSTED_MS
  }

  setAvailable(isAvailable: boolean): void {
    this.#isAvailable = isAvailable
    clearTimeout(this.#timer)
    if (isAvailable) return
    for (const reject of this.#waiting) reject(new DatabaseUnavailableError())
    this.#waiting.clear()
    this.#timer = setTimeout(() => {
      for (const client of this.#connected) client.connection.stream.destroy()
    }, DISCONNECT_AFTER_MS).unref()
  }

  override end(): Promise<void> {
    clearTimeout(this.#timer)
    return super.end()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error) => callback(error, undefined, () => {}),
    )
  }

  async #connect(): Promise<pg.PoolClient> {
    if (!this.#isAvailable) throw new DatabaseUnavailableError()
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
    this.#waiting.add(reject)
    super.connect().then(
      (client) => (this.#waiting.delete(reject) ? resolve(client) : client.release()),
      (error: Error & { code?: string }) => {
        const isExhausted = NO_CONNECTION.test(error.code ?? '') || NO_CONNECTION.test(error.message)
        if (isExhausted) this.#exhaustedAt = performance.now()
        reject(isExhausted ? new DatabaseUnavailableError(undefined, { cause: error }) : error)
      },
    )
    return promise.finally(() => this.#waiting.delete(reject))
  }
}
