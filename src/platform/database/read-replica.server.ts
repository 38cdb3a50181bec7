import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { DatabaseClient, WITHOUT_SESSION } from './client.server.ts'
import { type Database, type Db, openPool, transactionOn } from './db.server.ts'
import { DatabaseUnavailableError } from './guarded-pool.server.ts'
import { beforeDeadline } from './response-deadline.ts'

/** How long a query waits for the replica. */
const MAX_WAIT_MS = 200
const POLL_MS = 10
const CHECK_INTERVAL_MS = 1_000
const TIMEOUT_MS = 1_500
const MAX_LAG_MS = 30_000
/** Positions of the primary that the replica has not reached; one per check, for ten minutes. */
const MAX_POSITIONS = 600

/** Positions in the write-ahead log are bytes since its start, which numbers represent exactly up to 9 PB. */
const bytes = (position: string) => `pg_wal_lsn_diff(${position}, '0/0')::float8`
/** Includes every transaction whose notification has arrived, also those that are not on the disk yet. */
const INSERTED = `select ${bytes('pg_current_wal_insert_lsn()')} as position`
const FLUSHED = `select ${bytes('pg_current_wal_flush_lsn()')} as position`
const REPLAYED = `select case when pg_is_in_recovery() then ${bytes('pg_last_wal_replay_lsn()')} end as position,
  (select system_identifier::text from pg_control_system()) as system`
const SYSTEM = `select system_identifier::text as system from pg_control_system()`

type Replayed = { position: number | null; system: string }

/**
 * `unavailable`: it does not respond. `late`: it has not replayed a change that a query waited for, or is 30 seconds behind.
 * `foreign`: it does not replicate the primary.
 */
export type ReplicaState = 'used' | 'unavailable' | 'late' | 'foreign'

export type ReadReplica = ReturnType<typeof openReadReplica>

/**
 * Answers the queries of reader pages. Each query reads data that is at least as new as the last call of `markChanged`:
 * it waits up to 200 ms until the replica has replayed the write-ahead log so far, else the primary answers. The primary
 * also answers while the replica is unavailable, and when it cancels a query.
 *
 * Each connection tracks the position of its own server, so `url` may lead to several replicas.
 *
 * @param onStateChange called when the state changes, which decides which server answers
 */
export function openReadReplica(
  url: string,
  primary: Database,
  onStateChange: (state: ReplicaState) => void = () => {},
) {
  const pool = openPool(url, {
    keepsSessions: primary.pool.keepsSessions,
    name: 'masthead reads',
    connectTimeoutMs: TIMEOUT_MS,
  })
  /** The latest known position of the server of a connection. */
  const replayed = new WeakMap<pg.ClientBase, number>()
  const reads = { replica: 0, primary: 0 }
  let changes = 0
  let inserted: { changes: number; position: Promise<number> } | undefined
  let system: Promise<string> | undefined
  let state: ReplicaState = 'used'
  /** The highest position that a query waited for without success. */
  let awaited = 0
  let unavailable = Promise.withResolvers<never>()
  unavailable.promise.catch(() => {})

  function setState(next: ReplicaState): void {
    if (next === state) return
    if (next === 'unavailable') {
      pool.setAvailable(false)
      unavailable.reject(new DatabaseUnavailableError())
    } else if (state === 'unavailable') {
      unavailable = Promise.withResolvers<never>()
      unavailable.promise.catch(() => {})
      pool.setAvailable(true)
    }
    state = next
    onStateChange(next)
  }

  /** The position that includes all changes so far. Queries share it until the next change. */
  function findRequired(): Promise<number> {
    if (inserted?.changes === changes) return inserted.position
    const position = readPosition(primary, INSERTED)
    const reading = { changes, position }
    inserted = reading
    position.catch(() => {
      if (inserted === reading) inserted = undefined
    })
    return position
  }

  function findSystem(): Promise<string> {
    system ??= primary.pool.query<{ system: string }>(SYSTEM).then(({ rows }) => rows[0]?.system ?? '')
    system.catch(() => {
      system = undefined
    })
    return system
  }

  /** @returns undefined if the server does not replicate the primary */
  async function readReplayed(client: pg.ClientBase): Promise<number | undefined> {
    const { rows } = await beforeDeadline(client.query<Replayed>(REPLAYED), TIMEOUT_MS)
    const { position, system } = rows[0] ?? { position: null, system: '' }
    return position !== null && system === (await findSystem()) ? position : undefined
  }

  /** @returns a connection whose server has replayed all changes, undefined if the primary should answer */
  async function connect(): Promise<pg.PoolClient | undefined> {
    if (state !== 'used') return undefined
    // If the primary does not respond, its own query says so.
    const required = await findRequired().catch(() => undefined)
    if (required === undefined) return undefined
    let client: pg.PoolClient | undefined
    try {
      client = await pool.connect()
      if ((replayed.get(client) ?? -1) >= required || (await catchUp(client, required))) return client
      client.release()
    } catch {
      client?.release(true)
      // Other queries need not try. The next check, within a second, finds out whether it is unavailable.
      if (!pool.isExhausted) setState('unavailable')
    }
    return undefined
  }

  async function catchUp(client: pg.PoolClient, required: number): Promise<boolean> {
    const deadline = performance.now() + MAX_WAIT_MS
    for (;;) {
      const position = await readReplayed(client)
      if (position === undefined) {
        setState('foreign')
        return false
      }
      replayed.set(client, position)
      if (position >= required) return true
      if (performance.now() >= deadline || state !== 'used') break
      await delay(POLL_MS)
    }
    awaited = Math.max(awaited, required)
    if (state === 'used') setState('late')
    return false
  }

  /** Runs `onReplica`, or `onPrimary` if the replica cannot answer. Both only read. */
  async function read<T>(
    onReplica: (client: pg.PoolClient) => Promise<T>,
    onPrimary: () => Promise<T>,
  ): Promise<T> {
    const client = await connect()
    if (!client) {
      reads.primary += 1
      return onPrimary()
    }
    try {
      const result = await Promise.race([onReplica(client), unavailable.promise])
      client.release()
      reads.replica += 1
      return result
    } catch (error) {
      // In a transaction, or without a response.
      client.release(state === 'unavailable' || client.getTransactionStatus() !== 'I')
      if (!isReplicaFailure(error)) throw error
      reads.primary += 1
      return onPrimary()
    }
  }

  const query = (...args: Parameters<pg.Pool['query']>) =>
    read(
      (client) => client.query(...(args as unknown as [string])),
      () => primary.pool.query(...(args as unknown as [string])),
    )
  const transaction: Db['transaction'] = (work, config) =>
    read(
      (client) => transactionOn(client, work, config),
      () => primary.db.transaction(work, config),
    )
  const db: Db = Object.assign(drizzle({ client: { query } as unknown as pg.Pool }), { transaction })

  const lag = measureLag(() => readPosition(primary, FLUSHED))
  let probe: DatabaseClient | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let checking: Promise<void> | undefined

  async function findState(): Promise<ReplicaState> {
    try {
      if (!probe) {
        probe = new DatabaseClient({
          connectionString: url,
          connectionTimeoutMillis: TIMEOUT_MS,
          application_name: 'masthead reads monitor',
          ...WITHOUT_SESSION,
        })
        await probe.connect()
      }
      const position = await readReplayed(probe)
      if (position === undefined) return 'foreign'
      await lag.add(position)
      return position < awaited || lag.ms > MAX_LAG_MS ? 'late' : 'used'
    } catch {
      probe?.connection.stream.destroy()
      probe = undefined
      return 'unavailable'
    }
  }

  async function check(): Promise<void> {
    const next = await findState()
    if (isClosed) return
    setState(next)
    timer = setTimeout(startCheck, CHECK_INTERVAL_MS).unref()
  }

  function startCheck(): void {
    checking = check()
  }
  startCheck()

  return {
    db,
    /** Call it after a change: later queries include it. */
    markChanged(): void {
      changes += 1
    },
    get state() {
      return state
    },
    /** How far the replica is behind; undefined while it is unavailable or foreign. */
    get lagMs(): number | undefined {
      return state === 'unavailable' || state === 'foreign' ? undefined : lag.ms
    },
    /** Queries and transactions by the server that answered them. */
    reads,
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await checking
      // A replica that hangs would not end it.
      probe?.connection.stream.destroy()
      await pool.end()
    },
  }
}

/**
 * Describes why a replica is not used; undefined if it replays a position of the primary in time.
 *
 * @param maxLagMs how long to wait for it
 */
export async function findReplicaProblem(
  url: string,
  primary: Database,
  maxLagMs: number,
): Promise<string | undefined> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'masthead check',
    ...WITHOUT_SESSION,
  })
  try {
    const { system } = (await primary.pool.query<{ system: string }>(SYSTEM)).rows[0] ?? {}
    const flushed = await readPosition(primary, FLUSHED)
    const deadline = performance.now() + maxLagMs
    await client.connect()
    for (;;) {
      const [replayed] = (await client.query<Replayed>(REPLAYED)).rows
      if (replayed?.position == null || replayed.system !== system)
        return 'The server in DATABASE_READ_URL does not replicate that of DATABASE_URL'
      if (replayed.position >= flushed) return undefined
      if (performance.now() > deadline) return `The read replica is more than ${maxLagMs / 1_000} s behind`
      await delay(POLL_MS)
    }
  } catch (error) {
    return `The read replica cannot be reached (${(error as Error).message})`
  } finally {
    await client.end()
  }
}

async function readPosition({ pool }: Database, text: string): Promise<number> {
  const [row] = (await pool.query<{ position: number }>(text)).rows
  if (!row) throw new Error('PostgreSQL returned no position of its write-ahead log')
  return row.position
}

/** Measures the lag by positions in the write-ahead log, since an idle primary sends no times. */
function measureLag(findPosition: () => Promise<number>) {
  const waiting: { position: number; at: number }[] = []
  return {
    /** @param replayed by the replica */
    async add(replayed: number): Promise<void> {
      while (waiting[0] && waiting[0].position <= replayed) waiting.shift()
      // Without the primary, the lag of what it has written so far is still known.
      const position = await findPosition().catch(() => undefined)
      if (position !== undefined && position > replayed && waiting.length < MAX_POSITIONS)
        waiting.push({ position, at: performance.now() })
    },
    get ms(): number {
      return waiting[0] ? performance.now() - waiting[0].at : 0
    },
  }
}

/** SQLSTATE 25006 and 40001: what a replica cannot do, and conflicts with replayed changes. 57P: it stops. */
const REPLICA_CODES = /^(?:25006|40001|57P)/

function isReplicaFailure(error: unknown): boolean {
  const cause = (error as { cause?: unknown }).cause ?? error
  if (cause instanceof pg.DatabaseError) return REPLICA_CODES.test(cause.code ?? '')
  // Without a code of PostgreSQL, the connection was lost.
  return cause instanceof DatabaseUnavailableError || CONNECTION_LOST.test((cause as Error).message)
}

const CONNECTION_LOST =
  /^(?:Connection terminated|Client has encountered a connection error)|ECONNRESET|EPIPE/
