import { hash, randomUUID } from 'node:crypto'
import { access, constants, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { siteSettings } from '#schema/site.ts'
import { MAX_TEMPORARY_VARIANT_BYTES, MAX_VARIANT_BYTES } from '../rules/variant.ts'

type FolderEnv = Pick<Env, 'DATA_DIR' | 'STORAGE_URL'>

/** Returns the uploads folder of a site without STORAGE_URL. */
export function uploadsFolder(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'article-images')
}

/** Returns the folder for files that are being received. */
export function receivingFolder({ DATA_DIR, STORAGE_URL }: FolderEnv): string {
  return STORAGE_URL === undefined
    ? join(DATA_DIR, 'receiving-uploads')
    : temporaryFolder(STORAGE_URL, 'uploads')
}

/** Returns the folder for image variants, which can be created again. */
export function variantsFolder({ DATA_DIR, STORAGE_URL }: FolderEnv): string {
  return STORAGE_URL === undefined ? join(DATA_DIR, 'media') : temporaryFolder(STORAGE_URL, 'media')
}

/** Returns the size that the folder of image variants may have on disk, in bytes. */
export function maxVariantBytes({ STORAGE_URL }: Pick<FolderEnv, 'STORAGE_URL'>): number {
  return STORAGE_URL === undefined ? MAX_VARIANT_BYTES : MAX_TEMPORARY_VARIANT_BYTES
}

/** Lists the folders that need free space for an upload. */
export function uploadDisks(env: FolderEnv): string[] {
  return env.STORAGE_URL === undefined ? [uploadsFolder(env), receivingFolder(env)] : [receivingFolder(env)]
}

/** Returns a folder that is writable even in a read-only container, and that other sites on the machine do not use. */
function temporaryFolder(storageUrl: string, purpose: string): string {
  return join(tmpdir(), `masthead-${hash('sha256', storageUrl).slice(0, 16)}`, purpose)
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

/**
 * Whether the folder, or the storage, belongs to the database. The first process stores an id in both, so that a process
 * with another folder does not find it.
 *
 * @param options.isExclusive no other process can use the database, so that the folder cannot be a wrong one
 * @throws if the folder cannot be read or written
 */
export async function claimUploadsFolder(
  db: Db,
  folder: Bucket,
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
    if (created) await folder.writeMarker(created.settingValue)
  })
  return isUploadsFolderShared(db, folder)
}

/** Makes the folder the one of the database, for example after a restore. */
export async function adoptUploadsFolder(db: Db, folder: Bucket): Promise<void> {
  const settingValue = (await folder.readMarker()) ?? randomUUID()
  await folder.writeMarker(settingValue)
  await db
    .insert(siteSettings)
    .values({ settingName: SETTING, settingValue })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } })
}

/** Whether the folder contains the id stored in the database. */
export async function isUploadsFolderShared(db: Db, folder: Pick<Bucket, 'readMarker'>): Promise<boolean> {
  const [[stored], marker] = await Promise.all([
    db.select().from(siteSettings).where(eq(siteSettings.settingName, SETTING)),
    folder.readMarker(),
  ])
  return stored !== undefined && stored.settingValue === marker
}
