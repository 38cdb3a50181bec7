import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgresHome } from '#platform/postgres/home.server.ts'
import { installedPostgres } from '#platform/postgres/installation.server.ts'
import { readPidFile } from '#platform/postgres/pid-file.server.ts'
import {
  NON_DURABLE_SETTINGS,
  signalPostmaster,
  startPostmaster,
  stopPostmaster,
} from '#platform/postgres/postmaster.server.ts'
import { freePort } from './free-port.ts'

const RETRY_MS = 20

export type Replica = AsyncDisposable & {
  url: string
  /** Receives changes, but does not replay them until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
  /** @param delayTime after which it replays a commit, for example `30s` */
  start(delayTime?: string): Promise<void>
  /** Stops all its processes where they are, or lets them continue. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void>
}

/**
 * Starts a streaming replica of an embedded PostgreSQL: a copy that replays its write-ahead log.
 *
 * @param url of a superuser of the primary
 */
export async function startReplica(url: string): Promise<Replica> {
  await using primary = await connect(url)
  const [{ data_directory: source }] = await primary.query('show data_directory')
  const home = await findPostgresHome({
    dataDir: dirname(source),
    installation: installedPostgres(),
    stageRoot: '/var/lib/masthead',
    log() {},
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-replica-'))
  await chmod(dataDir, 0o711)
  const directory = join(dataDir, 'postgres')

  // PostgreSQL, "Making a Base Backup Using the Low Level API".
  await appendFile(join(source, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n')
  await primary.query('select pg_reload_conf()')
  await primary.query(`select pg_backup_start('replica', fast => true)`)
  await promisify(execFile)('cp', ['-a', source, directory])
  const [{ label }] = await primary.query(
    'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
  )
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ]) {
    await writeFile(join(directory, name), text)
    if (home.user) await chown(join(directory, name), home.user.uid, home.user.gid)
  }
  await rm(join(directory, 'postmaster.pid'))

  const port = await freePort()
  const replicaUrl = new URL(url)
  replicaUrl.port = String(port)
  const { hostname, port: primaryPort, username, password } = new URL(url)
  const settings = {
    ...NON_DURABLE_SETTINGS,
    primary_conninfo: `host=${hostname} port=${primaryPort} user=${username} password=${password}`,
  }
  const findPid = async () => (await readPidFile(directory))?.pid

  async function start(delayTime = '0'): Promise<void> {
    const { outputAfterExit } = startPostmaster({ ...home, dataDir, directory }, port, {
      ...settings,
      recovery_min_apply_delay: delayTime,
    })
    for (;;) {
      const output = outputAfterExit()
      if (output !== undefined) throw new Error(`The replica has ended: ${output}`)
      if (await accepts(replicaUrl.href)) return
      await delay(RETRY_MS)
    }
  }
  async function stop(): Promise<void> {
    const pid = await findPid()
    if (pid !== undefined) await stopPostmaster(pid, directory)
  }
  await start()
  return {
    url: replicaUrl.href,
    start,
    stop,
    async pause() {
      await using replica = await connect(replicaUrl.href)
      await replica.query('select pg_wal_replay_pause()')
      const isPaused = `select pg_get_wal_replay_pause_state() = 'paused' as paused`
      while (!(await replica.query(isPaused))[0].paused) await delay(RETRY_MS)
    },
    async resume() {
      await using replica = await connect(replicaUrl.href)
      await replica.query('select pg_wal_replay_resume()')
    },
    async signal(name) {
      const pid = await findPid()
      if (pid === undefined) return
      const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)])
      for (const process of [pid, ...stdout.trim().split('\n').map(Number)]) signalPostmaster(process, name)
    },
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    query: async (text: string) => (await client.query(text)).rows,
    [Symbol.asyncDispose]: () => client.end(),
  }
}

async function accepts(url: string): Promise<boolean> {
  try {
    await using _connection = await connect(url)
    return true
  } catch {
    return false
  }
}
