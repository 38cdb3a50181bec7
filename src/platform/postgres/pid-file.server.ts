import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The content of `postmaster.pid`; `port` is undefined until the server listens. */
interface PidFile {
  pid: number
  port: number | undefined
}

/** No system assigns this pid (the largest int), so PostgreSQL takes its owner for dead. */
const UNUSED_PID = 2_147_483_647

/** Reads `postmaster.pid`: the first line is the pid, the fourth the port. Undefined if there is no file. */
export async function readPidFile(directory: string): Promise<PidFile | undefined> {
  const lines = await readFile(join(directory, 'postmaster.pid'), 'utf8').then(
    (content) => content.split('\n'),
    () => [],
  )
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 ? { pid, port: port > 0 ? port : undefined } : undefined
}

/** Whether a process has this id, ours or anybody's. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether process `pid` is the database server of `directory` and not another program that reuses its pid. */
export async function isPostmaster(pid: number, directory: string): Promise<boolean> {
  return isAlive(pid) && (await commandLine(pid)).includes(`/postgres -D ${directory} `)
}

/** The command line of a process, separated by spaces; empty if the process is gone or a zombie. */
async function commandLine(pid: number): Promise<string> {
  if (platform() === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return words.replaceAll('\0', ' ')
  }
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return ps.then(
    ({ stdout }) => stdout,
    () => '',
  )
}

/**
 * Removes the pid of an unrelated process from a stale `postmaster.pid`, which would keep PostgreSQL from starting. The
 * other lines stay: PostgreSQL needs the shared memory key to find processes of the dead server. Reads and writes
 * synchronously, so that no server can start in between.
 */
export function clearStalePid(directory: string, stalePid: number): void {
  const file = join(directory, 'postmaster.pid')
  const [pid, ...rest] = readFileSync(file, 'utf8').split('\n')
  if (Number(pid) === stalePid) writeFileSync(file, [UNUSED_PID, ...rest].join('\n'))
}
