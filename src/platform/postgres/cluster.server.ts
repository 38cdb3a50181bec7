import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '#platform/errors/startup-error.ts'
import type { PostgresHome } from './home.server.ts'
import type { PostgresInstallation } from './installation.server.ts'
import { isAlive } from './pid-file.server.ts'
import { runProgram } from './program.server.ts'
import { writeOnce } from './write-once.server.ts'

export interface PostgresCluster extends PostgresHome {
  password: string
}

export function clusterUrl({ password }: Pick<PostgresCluster, 'password'>, port: number): string {
  return roleUrl({ role: 'masthead', password }, port)
}

export function roleUrl({ role, password }: { role: string; password: string }, port: number): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/masthead`
}

export function readPassword(dataDir: string): Promise<string> {
  return readFile(join(dataDir, 'postgres-password'), 'utf8')
}

/**
 * Initialises a missing cluster in a temporary folder, so that an incomplete one is never used.
 *
 * @param durable false skips fsync
 * @throws {StartupError} if another major version has created the cluster
 */
export async function ensureCluster(
  home: PostgresHome,
  { durable }: { durable: boolean },
): Promise<PostgresCluster> {
  if (existsSync(join(home.directory, 'PG_VERSION'))) {
    await requireSameMajor(home.directory, home.installation)
    const password = await readPassword(home.dataDir).catch(() => undefined)
    if (password) return { ...home, password }
    throw new StartupError(
      `The file ${join(home.dataDir, 'postgres-password')} is missing or cannot be read: restore it from a backup, or move ${home.directory} away to start with a new database.`,
    )
  }
  const password = await writeOnce(join(home.dataDir, 'postgres-password'), randomBytes(24).toString('hex'))
  await removeStaleBuilds(home.directory)

  const buildDir = `${home.directory}.new-${process.pid}`
  try {
    await mkdir(buildDir, { mode: 0o700 })
    if (home.user) await chown(buildDir, home.user.uid, home.user.gid)
    await initialise({ ...home, directory: buildDir }, password, durable)
    await rename(buildDir, home.directory)
  } catch (error) {
    await rm(buildDir, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  }
  return { ...home, password }
}

/** A cluster can only be read by the major version of PostgreSQL that created it. */
async function requireSameMajor(directory: string, { version }: PostgresInstallation): Promise<void> {
  const major = Number.parseInt(await readFile(join(directory, 'PG_VERSION'), 'utf8'), 10)
  const installed = Number.parseInt(version, 10)
  if (major === installed) return
  const found = `The database in ${directory} was created by PostgreSQL ${major}, and this version of Masthead includes PostgreSQL ${installed}`
  throw new StartupError(
    major > installed
      ? `${found}: install a later version of Masthead.`
      : `${found}. Run "masthead backup" with the version of Masthead that created it, move this folder away, and run "masthead restore FILE" with this version.`,
  )
}

async function initialise(draft: PostgresHome, password: string, durable: boolean): Promise<void> {
  const initdb = [
    `--pgdata=${draft.directory}`,
    '--username=masthead',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  // pg_trgm uses LC_CTYPE, and "C" covers ASCII only.
  const unicode = await runProgram(draft, 'initdb', [...initdb, '--lc-ctype=C.UTF-8'])
  const outcome = unicode.stderr.includes('invalid locale name')
    ? await runProgram(draft, 'initdb', initdb)
    : unicode
  if (outcome.code !== 0) throw failure(draft, outcome.stderr)

  await writeFile(join(draft.directory, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  const single = ['--single', '-D', draft.directory, '-c', 'exit_on_error=on', '-c', 'log_checkpoints=off']
  const statements = `ALTER ROLE masthead PASSWORD '${password}'\nCREATE DATABASE masthead\n`
  const database = await runProgram(draft, 'postgres', [...single, 'postgres'], statements)
  if (database.code !== 0) throw failure(draft, database.stderr)
}

function failure(draft: PostgresHome, stderr: string): StartupError {
  if (stderr.includes('No space left on device')) {
    return new StartupError(
      `The disk of ${dirname(draft.directory)} is full: free some space, or set DATA_DIR to another folder.`,
    )
  }
  const unknownUser = /effective user ID (\d+): user does not exist/.exec(stderr)
  if (unknownUser) {
    return new StartupError(
      `PostgreSQL needs a named user, and user ${unknownUser[1]} is not in /etc/passwd: add it, or start Masthead as another user, or set DATABASE_URL.`,
    )
  }
  const reason = stderr.split('\n').findLast((line) => /error|fatal|panic/i.test(line)) ?? stderr.trim()
  return new StartupError(
    `PostgreSQL could not create a database in ${dirname(draft.directory)}: ${reason.trim()}`,
  )
}

async function removeStaleBuilds(directory: string): Promise<void> {
  const prefix = `${basename(directory)}.new-`
  for (const name of await readdir(dirname(directory))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length))
    if (pid === process.pid || !isAlive(pid))
      await rm(join(dirname(directory), name), { recursive: true, force: true, maxRetries: 10 })
  }
}
