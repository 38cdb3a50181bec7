import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import { DatabaseClient } from './client.server.ts'

const RETRY_MS = 200

/** The open sessions of this process, by the address of their database. */
const sessions = new Map<string, Promise<LockSession>>()

/**
 * Runs `work` while this process holds the lock. All locks of a process share one connection.
 *
 * @param url the direct address of PostgreSQL, since a pooler in transaction mode has no sessions
 * @param signal cancels the wait
 * @param work its signal aborts with `signal` or when the lock's connection is lost
 */
export async function withAdvisoryLock<T>(
  url: string,
  key: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const session = await acquire(url, key, signal)
  try {
    return await work(AbortSignal.any([signal, session.lost]))
  } finally {
    await session.release(key)
    await session.leave()
  }
}

async function acquire(url: string, key: number, signal: AbortSignal): Promise<LockSession> {
  signal.throwIfAborted()
  const known = sessions.get(url)
  const session = await (known ?? openSession(url))
  // Its last user has closed it, or its connection was lost.
  if (!session.join()) return acquire(url, key, signal)
  try {
    await session.acquire(key, signal)
    return session
  } catch (error) {
    const isOutdated = known !== undefined && session.lost.aborted && !signal.aborted
    await session.leave()
    if (!isOutdated) throw error
    return acquire(url, key, signal)
  }
}

function openSession(url: string): Promise<LockSession> {
  const opening = connect(url)
  const forget = () => {
    if (sessions.get(url) === opening) sessions.delete(url)
  }
  sessions.set(url, opening)
  opening.then((session) => session.lost.addEventListener('abort', forget), forget)
  return opening
}

async function connect(url: string): Promise<LockSession> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'masthead lock',
  })
  const session = new LockSession(client)
  await client.connect()
  return session
}

class LockSession {
  readonly #client: DatabaseClient
  readonly #turns = createSemaphore(1)
  readonly #lost = new AbortController()
  /** PostgreSQL grants a session its own lock again. */
  readonly #held = new Set<number>()
  #users = 0

  constructor(client: DatabaseClient) {
    this.#client = client
    client.on('end', () => this.#lose())
  }

  get lost(): AbortSignal {
    return this.#lost.signal
  }

  #lose(): void {
    this.#lost.abort(new Error('The connection that held the lock was lost'))
  }

  /** @returns false if the session has ended */
  join(): boolean {
    if (this.lost.aborted) return false
    this.#users += 1
    return true
  }

  async leave(): Promise<void> {
    this.#users -= 1
    if (this.#users > 0) return
    this.#lose()
    await this.#client.end().catch(() => {})
  }

  /** Polls, since a waiting query would block the other locks of the session. */
  async acquire(key: number, signal: AbortSignal): Promise<void> {
    const interrupted = AbortSignal.any([signal, this.lost])
    while (!(await this.#tryToAcquire(key))) {
      interrupted.throwIfAborted()
      await delay(RETRY_MS, undefined, { signal: interrupted }).catch(() => interrupted.throwIfAborted())
    }
    if (!signal.aborted) return
    await this.release(key)
    throw signal.reason
  }

  async #tryToAcquire(key: number): Promise<boolean> {
    if (this.#held.has(key)) return false
    this.#held.add(key)
    try {
      const { rows } = await this.#query('select pg_try_advisory_lock($1) as acquired', key)
      if (!rows[0].acquired) this.#held.delete(key)
      return rows[0].acquired
    } catch (error) {
      this.#held.delete(key)
      throw error
    }
  }

  async release(key: number): Promise<void> {
    // If the connection is lost, so is the lock.
    await this.#query('select pg_advisory_unlock($1)', key).catch(() => {})
    this.#held.delete(key)
  }

  #query(text: string, key: number): Promise<pg.QueryResult> {
    return this.#turns.run(() => this.#client.query(text, [key]))
  }
}
