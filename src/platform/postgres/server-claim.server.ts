import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '#platform/errors/startup-error.ts'
import { clusterUrl, readPassword } from './cluster.server.ts'
import { postgresDirectory } from './home.server.ts'
import { isAlive, readPidFile } from './pid-file.server.ts'
import { connect, persistSession, SERVER_LOCK } from './session.server.ts'

type ServerClaim = { release(): Promise<void> }

/** For a server that is stopping. */
const CLAIM_TIMEOUT_MS = 1_000
/** On a busy machine, PostgreSQL notices late that a server was killed. */
const KILLED_TIMEOUT_MS = 10_000

/**
 * Claims the exclusive right to serve a data folder with an advisory lock; the session's name identifies the holder.
 * The embedded database must be open.
 *
 * @param holder.name the URL of a site, or a command
 * @throws {StartupError} if another server holds the claim
 */
export async function claimDataDir(
  dataDir: string,
  holder: { pid: number; name: string },
): Promise<ServerClaim> {
  const claim = () => tryToClaim(dataDir, `${holder.pid} ${holder.name}`)
  const session = persistSession(await claim(), claim)
  return {
    async release() {
      const client = await session.release()
      await client?.end().catch(() => {})
    },
  }
}

async function tryToClaim(dataDir: string, name: string): Promise<pg.Client> {
  const client = await connectTo(dataDir, name)
  try {
    const start = Date.now()
    while (!(await lock(client))) {
      const waitedMs = Date.now() - start
      const holder = waitedMs > CLAIM_TIMEOUT_MS ? await findHolder(client) : undefined
      if (holder && (isAlive(holder.pid) || waitedMs > KILLED_TIMEOUT_MS))
        throw new StartupError(
          `Masthead is already running on this data folder (process ${holder.pid}, ${holder.name}). Stop it first, or set DATA_DIR to another folder.`,
        )
      await delay(50)
    }
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function connectTo(dataDir: string, name: string): Promise<pg.Client> {
  const directory = await postgresDirectory(dataDir)
  const [password, pidFile] = await Promise.all([readPassword(dataDir), readPidFile(directory)])
  if (!pidFile?.port) throw new Error(`The database in ${directory} is not running`)
  return connect(clusterUrl({ password }, pidFile.port), name)
}

async function lock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as acquired', SERVER_LOCK)
  return rows[0].acquired
}

/** Undefined if the claim was released in the meantime. */
async function findHolder(client: pg.Client): Promise<{ pid: number; name: string } | undefined> {
  const { rows } = await client.query(
    `select application_name as name
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
    SERVER_LOCK,
  )
  const [pid, name] = String(rows[0]?.name ?? '').split(' ')
  return name ? { pid: Number(pid), name } : undefined
}
