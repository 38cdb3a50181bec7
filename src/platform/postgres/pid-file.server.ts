import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What `postmaster.pid` says; `port` is undefined until the server has chosen its socket. */
interface PidFile {
  pid: number
  port: number | undefined
}

/** A pid that no system gives out (the largest int): PostgreSQL takes its owner for dead. */
const NOBODY = 2_147_483_647

/** Reads `postmaster.pid`, whose first line is the process and whose fourth is the port; undefined without one. */
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

/** Whether process `pid` is the database server of `directory`, and not another program that was given its id. */
export async function isPostmaster(pid: number, directory: string): Promise<boolean> {
  return isAlive(pid) && (await commandLine(pid)).includes(`/postgres -D ${directory} `)
}

/** The command line of a process, its words parted by spaces; empty for one that is gone, or waits to be reaped. */
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
 * Takes a stranger's process out of a stale `postmaster.pid`, which PostgreSQL would respect and so refuse to start.
 * The rest stays: by its shared memory key PostgreSQL knows whether processes of the dead server live on. Reading and
 * writing are synchronous, so that no server can start between them and have its own line replaced.
 */
export function disownPidFile(directory: string, stranger: number): void {
  const file = join(directory, 'postmaster.pid')
  const [pid, ...rest] = readFileSync(file, 'utf8').split('\n')
  if (Number(pid) === stranger) writeFileSync(file, [NOBODY, ...rest].join('\n'))
}
