import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { writeZip } from '#platform/files/zip-writer.server.ts'
import type { ExportFormat } from '../rules/export-format.ts'
import type { ExportedSite } from '../rules/exported-article.ts'
import { writeOwn } from './write-own.server.ts'
import { writeGhost, writeMarkdownFiles, writeWxr } from './write-public.server.ts'
import { writeSite } from './write-site.server.ts'

export type ExportOptions = {
  format: ExportFormat
  bucket: Bucket
  /** The address of the site, without a slash at its end. */
  origin: string
  /** The address at which this process reaches the running site, for the format `site`. */
  address: string
  /** Exports only the articles of this person; not in the formats `masthead` and `site`. */
  personId?: string | undefined
  /** Only in the format `masthead`. */
  withSubscribers?: boolean
  now: Date
}

/**
 * Writes an export as fast as `target` accepts it, with bounded memory. Except in the format `site`, all of it is from one snapshot
 * of the database.
 *
 * @throws if `target` closes before the end. After a failure, `target` is destroyed.
 */
export async function writeExport(db: Db, target: Writable, options: ExportOptions): Promise<void> {
  const { format, bucket, origin, personId, withSubscribers = false, now } = options
  try {
    if (format === 'site') return await writeZip(target, (zip) => writeSite(db, zip, options))
    await db.transaction(
      async (tx) => {
        // Ends the snapshot of a client that has stopped reading, since it prevents vacuuming.
        await tx.execute(sql`set local idle_in_transaction_session_timeout = '10min'`)
        const { siteName, siteDescription } = await findPublicSettings(tx)
        const site: ExportedSite = { origin, name: siteName, description: siteDescription, exportedAt: now }
        const published = { site, bucket, personId }
        if (format === 'wordpress') await pipeline(Readable.from(writeWxr(tx, published)), target)
        else if (format === 'ghost') await writeZip(target, (zip) => writeGhost(tx, zip, published))
        else if (format === 'markdown')
          await writeZip(target, (zip) => writeMarkdownFiles(tx, zip, published))
        else await writeZip(target, (zip) => writeOwn(tx, zip, { site, bucket, withSubscribers }))
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  } catch (error) {
    target.destroy(error as Error)
    throw error
  }
}
