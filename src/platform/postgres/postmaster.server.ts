import {
  closeSync,
  copyFileSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresHome } from './home.server.ts'
import { isPostmaster } from './pid-file.server.ts'
import { spawnProgram } from './program.server.ts'

export type PostgresSettings = Record<string, string>

/** `log_min_messages` "log" omits errors that clients receive anyway. */
export const SITE_SETTINGS: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

export const NON_DURABLE_SETTINGS: PostgresSettings = {
  ...SITE_SETTINGS,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
}

export const LOG_LIMIT_BYTES = 5_000_000

export interface StartedPostmaster {
  pid: number | undefined
  outputAfterExit(): string | undefined
}

/** Detached from this process. The server may not accept connections yet. */
export function startPostmaster(
  home: PostgresHome,
  port: number,
  settings: PostgresSettings,
): StartedPostmaster {
  const file = join(home.dataDir, 'postgres.log')
  const log = openLog(file, home)
  const { size } = fstatSync(log)
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', home.directory, '-p', String(port), ...set]
  const child = spawnProgram(home, 'postgres', args, { stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  child.unref()

  let hasEnded = false
  let failure = ''
  child.once('error', (error) => {
    hasEnded = true
    failure = error.message
  })
  child.once('exit', () => {
    hasEnded = true
  })
  return {
    pid: child.pid,
    outputAfterExit: () => (hasEnded ? failure || readFileSync(file).subarray(size).toString() : undefined),
  }
}

function openLog(file: string, { user }: PostgresHome): number {
  const log = openSync(file, 'a', 0o600)
  if (fstatSync(log).size > LOG_LIMIT_BYTES) {
    copyFileSync(file, `${file}.1`)
    ftruncateSync(log)
  }
  if (user) fchownSync(log, user.uid, user.gid)
  return log
}

/** Fast shutdown; after 30 s, one without a checkpoint. Waits until the process is gone. */
export async function stopPostmaster(pid: number, directory: string): Promise<void> {
  const fastShutdownDeadline = Date.now() + 30_000
  let signal: NodeJS.Signals | undefined = 'SIGINT'
  while (await isPostmaster(pid, directory)) {
    if (signal) signalPostmaster(pid, signal)
    // The next start recovers from the write-ahead log.
    signal = Date.now() > fastShutdownDeadline ? 'SIGQUIT' : undefined
    await delay(20)
  }
}

export function signalPostmaster(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
