import { desc, isNotNull } from 'drizzle-orm'
import { servedLook, setServedLook } from '#kernel/look.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import type { Db } from '#platform/database/db.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { looks } from '#schema/looks.ts'
import { compileLook } from '../rules/compile-look.ts'
import { DEFAULT_LOOK, imagesOf, type Look, lookFilePath, lookForm } from '../rules/look.ts'
import type { FontFiles } from '../rules/type-pairings.ts'
import { findLookFiles } from './look-images.server.ts'

const oneAtATime = createSemaphore(1)
let known = ''
let fontFiles: FontFiles | undefined
/** The files of the published look, by path: every new reader requests them. */
let files: ReadonlyMap<string, Buffer> = new Map()
/** By the paths of the default icons, such as "/favicon.ico". */
let icons: ReadonlyMap<string, Buffer> = new Map()

/**
 * Loads the published look of this process. Loads run one after another, so that the newest is kept.
 *
 * @returns whether it has changed
 */
export function loadLook(db: Db): Promise<boolean> {
  return oneAtATime.run(() => adoptLook(db))
}

async function adoptLook(db: Db): Promise<boolean> {
  const look = await findPublishedLook(db)
  const read = JSON.stringify(look)
  if (read === known) return false
  const found = await findLookFiles(
    db,
    imagesOf(look).map(({ hash }) => hash),
  )
  known = read
  files = new Map(found.map(({ image, name, bytes }) => [lookFilePath(image, name), bytes]))
  icons = new Map(
    found.filter(({ image }) => image === look.icon?.hash).map(({ name, bytes }) => [`/${name}`, bytes]),
  )
  const before = servedLook()
  setServedLook(compileLook(look, fontFiles))
  return JSON.stringify(before) !== JSON.stringify(servedLook())
}

/** Returns the look that readers see: the newest of the published ones, or the default. */
export async function findPublishedLook(db: Db): Promise<Look> {
  const [row] = await db
    .select({ look: looks.look })
    .from(looks)
    .where(isNotNull(looks.publishedAt))
    .orderBy(desc(looks.seq))
    .limit(1)
  return row ? readLook(row.look) : DEFAULT_LOOK
}

/** A row that was changed by hand may be invalid, and would be written into pages. */
export function readLook(stored: unknown): Look {
  const parsed = lookForm.safeParse({ ...DEFAULT_LOOK, ...Object(stored) })
  if (parsed.success) return parsed.data
  logFailure(parsed.error, 'A stored look is invalid, so the default one is used')
  return DEFAULT_LOOK
}

/** Called before the first look is loaded. */
export function setFontFiles(files: FontFiles): void {
  fontFiles = files
}

/** A file of the published look. */
export function publishedFile(path: string): Buffer | undefined {
  return files.get(path)
}

/** @param path such as "/favicon.ico" */
export function publishedIcon(path: string): Buffer | undefined {
  return icons.get(path)
}
