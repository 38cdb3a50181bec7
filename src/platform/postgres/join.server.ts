import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '#platform/startup-error.ts'
import { clusterUrl, type PostgresCluster } from './cluster.server.ts'
import { disownPidFile, isAlive, isPostmaster, readPidFile } from './pid-file.server.ts'
import {
  choosePort,
  type PostgresSettings,
  type StartedPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.server.ts'
import { connect, USERS_LOCK } from './session.server.ts'

/** The running server of a cluster, with a session of ours that counts us among its users. */
interface JoinedServer {
  client: pg.Client
  pid: number
  port: number
  /** False if the server was started for us. */
  adopted: boolean
}

const PATIENCE_MS = 60_000

/** How a server that we start may end for reasons that pass: another was faster, or an earlier one is not quite gone. */
const PASSING = /lock file ".*" already exists|pre-existing shared memory block|could not create any TCP/

/**
 * Joins the server of a cluster, and starts it where none runs. A server that is starting, recovering or stopping is
 * waited for, a minute at most.
 *
 * @throws {StartupError} where PostgreSQL does not start or does not let us in.
 */
export async function joinServer(
  cluster: PostgresCluster,
  settings: PostgresSettings,
  signal?: AbortSignal,
): Promise<JoinedServer> {
  const deadline = Date.now() + PATIENCE_MS
  let started: StartedPostmaster | undefined
  let obstacle = 'it does not answer'

  while (Date.now() < deadline) {
    signal?.throwIfAborted()
    const { server, stalePort } = await findServer(cluster.directory)
    const epitaph = started?.epitaph()
    if (server?.port) {
      try {
        const client = await enter(clusterUrl(cluster, server.port))
        return { client, pid: server.pid, port: server.port, adopted: server.pid !== started?.pid }
      } catch (error) {
        obstacle = (error as Error).message
        if (isRefusal(error)) {
          if (server.pid === started?.pid) await stopPostmaster(server.pid, cluster.directory)
          break
        }
      }
    } else if (epitaph !== undefined) {
      obstacle = reasonIn(epitaph)
      if (!PASSING.test(epitaph)) break
      started = undefined
    } else if (!server && !started) {
      started = startPostmaster(cluster, await choosePort(stalePort), settings)
    }
    await delay(50)
  }
  throw new StartupError(
    `The database in ${cluster.directory} did not start: ${obstacle}. Its log is ${join(cluster.dataDir, 'postgres.log')}.`,
  )
}

interface Found {
  server?: { pid: number; port: number | undefined }
  /** The port of a server that is dead, worth using again: its clients may still be trying it. */
  stalePort?: number | undefined
}

async function findServer(directory: string): Promise<Found> {
  const file = await readPidFile(directory)
  if (!file) return {}
  if (await isPostmaster(file.pid, directory)) return { server: file }
  if (isAlive(file.pid)) disownPidFile(directory, file.pid)
  return { stalePort: file.port }
}

/** Connects and becomes one of the users of the server. Waits while the last user before us is stopping it. */
async function enter(url: string): Promise<pg.Client> {
  const client = await connect(url, `masthead ${process.pid}`)
  try {
    await client.query('select pg_advisory_lock_shared($1, $2)', USERS_LOCK)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Whether PostgreSQL itself said no for good: SQLSTATE class 28 (who we are) or 3D (no such database). */
function isRefusal(error: unknown): boolean {
  return /^(28|3D)/.test(String((error as { code?: unknown }).code))
}

/** The line of PostgreSQL's log that tells why it ended. */
function reasonIn(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '')
  const fatal =
    lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? 'it ended without a word'
  return fatal.replace(/^.*(FATAL|PANIC): +/, '')
}
