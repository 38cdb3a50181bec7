import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { siteSettings } from '#schema/site.ts'

export function uploadsFolder(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'article-images')
}

export function receivingFolder(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'receiving-uploads')
}

/** Creates the folder. Undefined if the server can write to it. */
export async function findWriteError(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const SETTING = 'uploads_folder_id'
/** A hidden file is not served as an upload. */
const FILE = '.masthead-folder'

/**
 * Whether the folder belongs to the database. The first process stores an id in both, so that a process with another
 * folder does not find it.
 *
 * @param options.isExclusive no other process can use the database, so that the folder cannot be a wrong one
 * @throws if the folder cannot be read or written
 */
export async function claimUploadsFolder(
  db: Db,
  folder: string,
  options: { isExclusive: boolean },
): Promise<boolean> {
  if (options.isExclusive && !(await isUploadsFolderShared(db, folder))) await adoptUploadsFolder(db, folder)
  // Other processes wait for the row, and so for the file.
  await db.transaction(async (tx) => {
    const [created] = await tx
      .insert(siteSettings)
      .values({ settingName: SETTING, settingValue: randomUUID() })
      .onConflictDoNothing()
      .returning()
    if (created) await writeMarker(folder, created.settingValue)
  })
  return isUploadsFolderShared(db, folder)
}

/** Makes the folder the one of the database, for example after a restore. */
export async function adoptUploadsFolder(db: Db, folder: string): Promise<void> {
  const settingValue = (await readMarker(folder)) ?? randomUUID()
  await writeMarker(folder, settingValue)
  await db
    .insert(siteSettings)
    .values({ settingName: SETTING, settingValue })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } })
}

/** Whether the folder contains the id stored in the database. */
export async function isUploadsFolderShared(db: Db, folder: string): Promise<boolean> {
  const [[stored], marker] = await Promise.all([
    db.select().from(siteSettings).where(eq(siteSettings.settingName, SETTING)),
    readMarker(folder),
  ])
  return stored !== undefined && stored.settingValue === marker
}

async function readMarker(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, FILE), 'utf8')).trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function writeMarker(folder: string, id: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, FILE), `${id}\n`, { flush: true })
}
