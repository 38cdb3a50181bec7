import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemUser } from '#platform/postgres/user.server.ts'
import { freePort } from './free-port.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((path) =>
  existsSync(path),
)
export const hasPgbouncer = PROGRAM !== undefined

/** Parameters that PgBouncer would otherwise reject. */
export const IGNORED_PARAMETERS = 'options, statement_timeout, idle_in_transaction_session_timeout'

type PgbouncerOptions = {
  poolMode: 'session' | 'transaction' | 'statement'
  ignoredParameters?: string
  /** Connections to PostgreSQL. */
  poolSize?: number
}

export type Pgbouncer = AsyncDisposable & {
  /** The address through PgBouncer. */
  url: string
  /** Closes all connections, and refuses others until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startPgbouncer(
  url: string,
  { poolMode, ignoredParameters = IGNORED_PARAMETERS, poolSize = 20 }: PgbouncerOptions,
): Promise<Pgbouncer> {
  const { hostname, port, username, password } = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'))
  await chmod(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(await freePort())
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${through.port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
default_pool_size = ${poolSize}
ignore_startup_parameters = ${ignoredParameters}
`,
  )
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? await systemUser('nobody') : undefined
  let stop = async () => {}
  async function start(): Promise<void> {
    const child = spawn(PROGRAM ?? '', [file], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = once(child, 'exit')
    stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    let output = ''
    await new Promise<void>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (text) => {
        output += text
        if (output.includes('process up')) resolve()
      })
      ended.then(() => reject(new Error(`PgBouncer has ended: ${output}`)), reject)
    })
  }
  await start()
  return {
    url: through.href,
    start,
    stop: () => stop(),
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}
