import { Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import type { ExportProgress } from '#kernel/export-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { writeZip } from '#platform/files/zip-writer.server.ts'
import type { ExportFormat } from '../rules/export-format.ts'
import { startProgress } from '../rules/export-progress.ts'
import type { ExportedSite } from '../rules/exported-article.ts'
import { countArticles } from './read-articles.server.ts'
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
  /** Is updated while the export is written. */
  progress?: ExportProgress
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
  const { progress = startProgress() } = options
  const output = countBytes(progress)
  const written = pipeline(output, target)
  written.catch(() => {})
  try {
    if (format === 'site') await writeZip(output, (zip) => writeSite(db, zip, { ...options, progress }))
    else
      await db.transaction(
        async (tx) => {
          // Ends the snapshot of a client that has stopped reading, since it prevents vacuuming.
          await tx.execute(sql`set local idle_in_transaction_session_timeout = '10min'`)
          const { siteName, siteDescription } = await findPublicSettings(tx)
          const site: ExportedSite = { origin, name: siteName, description: siteDescription, exportedAt: now }
          const published = { site, bucket, personId, progress }
          progress.totalArticles = await countArticles(tx, personId)
          if (format === 'wordpress') await pipeline(Readable.from(writeWxr(tx, published)), output)
          else if (format === 'ghost') await writeZip(output, (zip) => writeGhost(tx, zip, published))
          else if (format === 'markdown')
            await writeZip(output, (zip) => writeMarkdownFiles(tx, zip, published))
          else await writeZip(output, (zip) => writeOwn(tx, zip, { site, bucket, withSubscribers, progress }))
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      )
    await written
  } catch (error) {
    output.destroy(error as Error)
    await written.catch(() => {})
    throw error
  }
}

function countBytes(progress: ExportProgress): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      progress.bytes += chunk.length
      done(null, chunk)
    },
  })
}
