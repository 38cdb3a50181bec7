import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '#platform/errors/startup-error.ts'
import { clusterUrl, type PostgresCluster } from './cluster.server.ts'
import { clearStalePid, isAlive, isPostmaster, type PidFile, readPidFile } from './pid-file.server.ts'
import {
  type PostgresSettings,
  type StartedPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.server.ts'
import { connect, USERS_LOCK } from './session.server.ts'

/** The session registers this process as a user. */
interface JoinedServer {
  client: pg.Client
  pid: number
  port: number
  adopted: boolean
}

const START_TIMEOUT_MS = 60_000

/** Another process was faster, or a former server is still shutting down. */
const TRANSIENT =
  /lock file "[^"\n]*" already exists|pre-existing shared memory block|could not create any TCP/

/**
 * Waits up to a minute while it starts, recovers or stops.
 *
 * @param restart.port of the former server, to which clients reconnect; waits until it is free. By default, the last
 * port is used if it is free.
 * @throws {StartupError} if PostgreSQL does not start or rejects the login
 */
export async function joinServer(
  cluster: PostgresCluster,
  settings: PostgresSettings,
  restart?: { port: number; signal: AbortSignal },
): Promise<JoinedServer> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let started: StartedPostmaster | undefined
  let problem = 'it does not respond'

  while (Date.now() < deadline) {
    restart?.signal.throwIfAborted()
    const server = await findServer(cluster.directory)
    const output = started?.outputAfterExit()
    if (server?.port) {
      try {
        const client = await registerUser(clusterUrl(cluster, server.port))
        await recordPort(cluster.dataDir, server.port)
        return { client, pid: server.pid, port: server.port, adopted: server.pid !== started?.pid }
      } catch (error) {
        problem = (error as Error).message
        if (isPermanent(error)) {
          if (server.pid === started?.pid) await stopPostmaster(server.pid, cluster.directory)
          break
        }
      }
    } else if (output !== undefined) {
      problem = failureReason(output)
      if (!TRANSIENT.test(output)) break
      started = undefined
    } else if (!server && !started) {
      const port = restart
        ? await portIfFree(restart.port)
        : await choosePort(await readRecordedPort(cluster.dataDir))
      if (port) started = startPostmaster(cluster, port, settings)
      else problem = `another program uses port ${restart?.port}`
    }
    await delay(50)
  }
  throw new StartupError(
    `The database in ${cluster.directory} did not start: ${problem}. Its log is ${join(cluster.dataDir, 'postgres.log')}.`,
  )
}

async function findServer(directory: string): Promise<PidFile | undefined> {
  const file = await readPidFile(directory)
  if (!file || (await isPostmaster(file.pid, directory))) return file
  if (isAlive(file.pid)) clearStalePid(directory, file.pid)
  return undefined
}

/** Waits while the former last user stops the server. */
async function registerUser(url: string): Promise<pg.Client> {
  const client = await connect(url, `masthead ${process.pid}`)
  try {
    await client.query('select pg_advisory_lock_shared($1, $2)', USERS_LOCK)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** SQLSTATE class 28 (authorisation) or 3D (no such database). */
function isPermanent(error: unknown): boolean {
  return /^(28|3D)/.test(String((error as { code?: unknown }).code))
}

function failureReason(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '')
  const fatal =
    lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? 'it exited without a message'
  return fatal.replace(/^.*(FATAL|PANIC): +/, '')
}

/** In the data folder, so that all processes restart the server on this port. */
const PORT_FILE = 'postgres-port'
/** Below the ports of outgoing connections, which could occupy the port during a restart. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000]
const RANDOM_ATTEMPTS = 20

async function readRecordedPort(dataDir: string): Promise<number | undefined> {
  const port = Number(await readFile(join(dataDir, PORT_FILE), 'utf8').catch(() => ''))
  return port > 0 ? port : undefined
}

/** Does nothing if the disk is full. */
async function recordPort(dataDir: string, port: number): Promise<void> {
  if ((await readRecordedPort(dataDir)) === port) return
  await writeFile(join(dataDir, PORT_FILE), String(port), { mode: 0o600 }).catch(() => {})
}

export async function choosePort(preferred: number | undefined): Promise<number> {
  const candidates = Array.from({ length: RANDOM_ATTEMPTS }, () => randomInt(FIRST_PORT, LAST_PORT))
  for (const port of [preferred ?? 0, ...candidates]) if (port && (await portIfFree(port))) return port
  return (await portIfFree(0)) ?? choosePort(undefined)
}

function portIfFree(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}
