import { addAbortSignal, PassThrough, Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { openUploads } from '#features/media/server/uploads-storage.server.ts'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { toSlug } from '#kernel/slug.ts'
import { isUuid } from '#kernel/uuid.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { errorResponse } from '#platform/http/responses.server.ts'
import { env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { noticePage } from '#platform/render/notice-page.ts'
import { authors } from '#schema/authors.ts'
import {
  exportFailure,
  exportFileName,
  exportFormats,
  isExportFormat,
  isFormatOfPerson,
} from '../rules/export-format.ts'
import { startProgress } from '../rules/export-progress.ts'
import { addExport, trackExport } from './exports.server.ts'
import { listeningAddress } from './listening-address.server.ts'
import { writeExport } from './write-export.server.ts'

/** Exports run one at a time, since each holds a connection and a snapshot of the database. */
let isRunning = false

/** Handles the form of the export screen. The response is a file. */
export async function handleExport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await authoriseRequest(request, 'paper.export')
    if (account instanceof Response) return account
    const form = new URLSearchParams(await request.text())
    const format = form.get('format') ?? ''
    const personId = form.get('person') || undefined
    const isValid = isExportFormat(format) && (personId === undefined || isFormatOfPerson(format))
    if (!isValid) return notice(400, 'This format does not exist', 'Go back and choose one of the formats.')
    const person = personId === undefined ? undefined : await findPerson(db(), personId)
    if (person === null) return notice(404, 'This person no longer exists', 'Go back to the list of people.')
    const withSubscribers = format === 'masthead' && form.get('subscribers') === 'on'
    const now = new Date()
    const { siteName } = await findPublicSettings(db())
    const name = exportFileName(format, toSlug(person?.slug ?? siteName), now)
    if (isRunning)
      return notice(
        409,
        'Another export is running',
        'Wait until it has finished, and try again. Nothing was exported.',
      )
    // Set before the next await, during which another request could start.
    isRunning = true
    const end = () => {
      isRunning = false
    }
    const subject = withSubscribers ? `${name}, with subscribers` : name
    const progress = startProgress()
    const id = await addExport(db(), account, { name, subject, progress }).catch((error) => {
      end()
      throw error
    })
    const options = {
      format,
      bucket: openUploads(env()),
      origin: siteOrigin(),
      address: listeningAddress(env()),
      personId: person?.id,
      withSubscribers,
      progress,
      now,
    }
    const output = new PassThrough()
    void trackExport(db(), { id, progress }, (signal) =>
      writeExport(db(), addAbortSignal(signal, output), options),
    )
      // The response breaks off, which browsers report.
      .catch((error) => log().warn({ err: error, name }, 'An export ended before it was complete'))
      .finally(end)
    const headers = {
      'content-type': exportFormats()[format].extension === 'xml' ? 'application/xml' : 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
    }
    return new Response(Readable.toWeb(output) as ReadableStream<Uint8Array>, { headers })
  } catch (error) {
    return errorResponse(exportFailure(), error)
  }
}

async function findPerson(db: Db, id: string): Promise<{ id: string; slug: string } | null> {
  if (!isUuid(id)) return null
  const [person] = await db
    .select({ id: authors.id, slug: authors.slug })
    .from(authors)
    .where(eq(authors.id, id))
  return person ?? null
}

/** Responds with a page, since the browser shows the response to the form. */
async function notice(status: number, heading: string, text: string): Promise<Response> {
  const { siteName } = await findPublicSettings(db())
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(noticePage({ siteName, title: 'Export', heading, text }), { status, headers })
}
