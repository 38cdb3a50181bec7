import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, chown, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupError } from '#platform/startup-error.ts'
import { type PostgresInstallation, programOf, stageInstallation } from './installation.server.ts'
import { canEnter, canRun, isRoot, postgresUser, type SystemUser } from './user.server.ts'
import { writeOnce } from './write-once.server.ts'

/** Where the database of a data folder lives, and what it runs with. All paths are absolute and real. */
export interface PostgresHome {
  dataDir: string
  /** PostgreSQL's own data directory; it need not exist yet. */
  directory: string
  installation: PostgresInstallation
  /** Whom PostgreSQL runs as; undefined means as ourselves. */
  user: SystemUser | undefined
}

/** The file in a data folder that names the place of its database, where that is elsewhere. */
const LOCATION = 'postgres-location'

interface Surroundings {
  dataDir: string
  installation: PostgresInstallation
  /** Where root puts what the user `postgres` could not reach otherwise. */
  stageRoot: string
  log: (line: string) => void
}

/**
 * Finds or chooses the place of a data folder's database.
 *
 * An ordinary user has it in `<dataDir>/postgres`. Root must run PostgreSQL as another user: as the owner of the
 * database that is there, else as `postgres`. What that user cannot reach, because a folder above is closed to it, is
 * kept below `stageRoot`. The file `<dataDir>/postgres-location` then names the place, and is followed from then on.
 *
 * @throws {StartupError} where the folder cannot be written, or belongs to another user.
 */
export async function findPostgresHome({
  dataDir,
  installation,
  stageRoot,
  log,
}: Surroundings): Promise<PostgresHome> {
  const folder = await writableFolder(dataDir)
  const directory = await postgresDirectory(folder)
  const owner = await stat(directory).catch(() => undefined)

  if (!isRoot()) {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new StartupError(
        `The database in ${directory} belongs to another user: start Masthead as that user, or set DATA_DIR to another folder.`,
      )
    }
    return { dataDir: folder, directory, installation, user: undefined }
  }

  const user = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : await postgresUser()
  const home = { dataDir: folder, directory, user, installation }
  if (!(await canRun(user, programOf(installation, 'postgres')))) {
    home.installation = await stageInstallation(installation, await openFolder(stageRoot))
  }
  if (owner) {
    if (owner.uid === 0) await giveTo(user, directory)
    if (!(await canEnter(user, directory))) throw unreachable(directory)
  } else if (!(await canEnter(user, dirname(directory)))) {
    if (directory !== join(folder, 'postgres')) throw unreachable(directory)
    if (await admit(user, folder)) return home
    home.directory = await chooseReachable(folder, stageRoot)
    log(
      `PostgreSQL does not run as root and its user cannot enter ${folder}: the database is in ${home.directory}.`,
    )
  }
  return home
}

/** PostgreSQL's data directory of a data folder: the one recorded there, else the one inside it. */
export async function postgresDirectory(dataDir: string): Promise<string> {
  const recorded = await readFile(join(dataDir, LOCATION), 'utf8').catch(() => undefined)
  return recorded ?? join(await realpath(dataDir), 'postgres')
}

async function writableFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (error) {
    throw new StartupError(
      `Masthead cannot write to its data folder ${dataDir} (${(error as NodeJS.ErrnoException).code}): make it writable for this user, or set DATA_DIR to another folder.`,
    )
  }
}

/**
 * Lets `user` into a data folder that is closed only by its own mode: by way of the folder's group, where that has no
 * rights of its own to lose. Nobody else gains any.
 */
async function admit(user: SystemUser, dataDir: string): Promise<boolean> {
  const { uid, mode } = await stat(dataDir)
  if (mode & 0o070 || !(await canEnter(user, dirname(dataDir)))) return false
  await chown(dataDir, uid, user.gid)
  await chmod(dataDir, (mode & 0o7777) | 0o010)
  return canEnter(user, dataDir)
}

/** Names a new place and records it. The name is a fresh one, so that a forgotten database is never taken for ours. */
async function chooseReachable(dataDir: string, stageRoot: string): Promise<string> {
  const place = join(await openFolder(stageRoot), `data-${randomUUID().slice(0, 8)}`, 'postgres')
  const directory = await writeOnce(join(dataDir, LOCATION), place)
  await openFolder(dirname(directory))
  return directory
}

/** Makes a folder that everybody may enter, whatever the umask. */
async function openFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o755)
    return await realpath(folder)
  } catch (error) {
    throw new StartupError(
      `PostgreSQL needs a folder its user can reach, and ${folder} cannot be made (${(error as NodeJS.ErrnoException).code}): start Masthead as an ordinary user, or set DATABASE_URL.`,
    )
  }
}

/** A database directory that root copied or restored belongs to root, and PostgreSQL would refuse it. */
async function giveTo({ uid, gid }: SystemUser, directory: string): Promise<void> {
  for (const name of await readdir(directory, { recursive: true }))
    await chown(join(directory, name), uid, gid)
  await chown(directory, uid, gid)
}

function unreachable(directory: string): StartupError {
  return new StartupError(
    `The user that PostgreSQL runs as cannot enter ${directory}: open the folders above it to others (chmod o+x), or set DATA_DIR to another folder.`,
  )
}
