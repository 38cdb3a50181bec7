import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, chown, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupError } from '#platform/errors/startup-error.ts'
import {
  type PostgresInstallation,
  programOf,
  requireLinks,
  stageInstallation,
} from './installation.server.ts'
import { canEnter, canRun, isRoot, postgresUser, type SystemUser } from './user.server.ts'
import { writeOnce } from './write-once.server.ts'

/** All paths are resolved. */
export interface PostgresHome {
  dataDir: string
  /** PostgreSQL's data directory, which may not exist yet. */
  directory: string
  installation: PostgresInstallation
  /** Undefined for the current user. */
  user: SystemUser | undefined
}

/** In the data folder, with the path of a database elsewhere. */
const LOCATION_FILE = 'postgres-location'

interface Options {
  dataDir: string
  installation: PostgresInstallation
  stageRoot: string
  log: (line: string) => void
}

/**
 * Finds or chooses the database's location, by default `<dataDir>/postgres`. Root runs PostgreSQL as the owner of the
 * existing database, or else as `postgres`. Files that this user cannot reach are stored below `stageRoot`;
 * `<dataDir>/postgres-location` records where.
 *
 * @throws {StartupError} if the folder is not writable or belongs to another user
 */
export async function findPostgresHome({
  dataDir,
  installation,
  stageRoot,
  log,
}: Options): Promise<PostgresHome> {
  await requireLinks(installation)
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
    home.installation = await stageInstallation(installation, await makePublicFolder(stageRoot))
  }
  if (owner) {
    if (owner.uid === 0) await changeOwner(user, directory)
    if (!(await canEnter(user, directory))) throw unreachable(directory)
  } else if (!(await canEnter(user, dirname(directory)))) {
    if (directory !== join(folder, 'postgres')) throw unreachable(directory)
    if (await grantAccess(user, folder)) return home
    home.directory = await chooseReachableLocation(folder, stageRoot)
    log(
      `PostgreSQL does not run as root, and its user cannot enter ${folder}: the database is stored in ${home.directory}.`,
    )
  }
  return home
}

/** Returns the recorded location, or else `<dataDir>/postgres`. */
export async function postgresDirectory(dataDir: string): Promise<string> {
  const recorded = await readFile(join(dataDir, LOCATION_FILE), 'utf8').catch(() => undefined)
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

/** Lets `user` enter through the group, unless the group has permissions already. */
async function grantAccess(user: SystemUser, dataDir: string): Promise<boolean> {
  const { uid, mode } = await stat(dataDir)
  if (mode & 0o070 || !(await canEnter(user, dirname(dataDir)))) return false
  await chown(dataDir, uid, user.gid)
  await chmod(dataDir, (mode & 0o7777) | 0o010)
  return canEnter(user, dataDir)
}

/** Chooses a unique name, so that an abandoned database is never reused. */
async function chooseReachableLocation(dataDir: string, stageRoot: string): Promise<string> {
  const place = join(await makePublicFolder(stageRoot), `data-${randomUUID().slice(0, 8)}`, 'postgres')
  const directory = await writeOnce(join(dataDir, LOCATION_FILE), place)
  await makePublicFolder(dirname(directory))
  return directory
}

/** Lets every user enter, regardless of the umask. */
async function makePublicFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o755)
    return await realpath(folder)
  } catch (error) {
    throw new StartupError(
      `PostgreSQL needs a folder its user can reach, and ${folder} cannot be created (${(error as NodeJS.ErrnoException).code}): start Masthead as an ordinary user, or set DATABASE_URL.`,
    )
  }
}

/** PostgreSQL refuses a directory of root, for example a restored one. */
async function changeOwner({ uid, gid }: SystemUser, directory: string): Promise<void> {
  for (const name of await readdir(directory, { recursive: true }))
    await chown(join(directory, name), uid, gid)
  await chown(directory, uid, gid)
}

function unreachable(directory: string): StartupError {
  return new StartupError(
    `The user that PostgreSQL runs as cannot enter ${directory}: open the folders above it to others (chmod o+x), or set DATA_DIR to another folder.`,
  )
}
