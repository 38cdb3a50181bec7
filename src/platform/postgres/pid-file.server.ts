import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** `port` is undefined until the server listens. `isStopping` lasts until the shutdown ends. */
export interface PidFile {
  pid: number
  port: number | undefined
  isStopping: boolean
}

/** The largest int: no system assigns it. */
const UNUSED_PID = 2_147_483_647

/** Line 1 is the pid, line 4 the port, line 8 the status. */
export async function readPidFile(directory: string): Promise<PidFile | undefined> {
  const lines = await readFile(join(directory, 'postmaster.pid'), 'utf8').then(
    (content) => content.split('\n'),
    () => [],
  )
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  const isStopping = lines[7]?.trim() === 'stopping'
  return pid > 0 ? { pid, port: port > 0 ? port : undefined, isStopping } : undefined
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** False if another program has the pid. */
export async function isPostmaster(pid: number, directory: string): Promise<boolean> {
  return isAlive(pid) && (await commandLine(pid)).includes(`/postgres -D ${directory} `)
}

/** Empty if the process is gone or a zombie. */
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
 * Replaces a reused pid in a stale `postmaster.pid`, which would prevent the start. Other lines identify the dead
 * server's shared memory. Synchronous, so that no server can start in between.
 */
export function clearStalePid(directory: string, stalePid: number): void {
  const file = join(directory, 'postmaster.pid')
  const [pid, ...rest] = readFileSync(file, 'utf8').split('\n')
  // Truncation would leave an empty file on a full disk.
  if (Number(pid) === stalePid) writeFileSync(file, [UNUSED_PID, ...rest].join('\n'), { flag: 'r+' })
}
