import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartupError } from '#platform/errors/startup-error.ts'

const run = promisify(execFile)

/** For `spawn`. */
export interface SystemUser {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Creates the user if necessary. */
export async function postgresUser(): Promise<SystemUser> {
  const existing = await systemUser('postgres')
  if (existing) return existing
  await run('groupadd', ['--system', 'postgres']).catch(() => undefined)
  await run('useradd', ['--system', '-g', 'postgres', '-M', '-s', '/usr/sbin/nologin', 'postgres']).catch(
    () => undefined,
  )
  const made = await systemUser('postgres')
  if (made) return made
  throw new StartupError(
    'PostgreSQL does not run as root, and the user "postgres" could not be created: add it, or start Masthead as an ordinary user, or set DATABASE_URL.',
  )
}

export async function systemUser(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

export function canEnter(user: SystemUser, folder: string): Promise<boolean> {
  return succeeds(user, '/bin/sh', ['-c', 'cd "$0"', folder])
}

export function canRun(user: SystemUser, program: string): Promise<boolean> {
  return succeeds(user, program, ['--version'])
}

async function succeeds(user: SystemUser, program: string, args: string[]): Promise<boolean> {
  try {
    await run(program, args, { ...user, cwd: '/' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
    throw new StartupError(
      'PostgreSQL does not run as root, and this root user may not switch to another user: start Masthead as an ordinary user, or set DATABASE_URL.',
    )
  }
}
