import { basename, dirname, resolve } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { eq } from 'drizzle-orm'
import { COMMAND_LINE_ACTOR, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { openFolderStore } from '#features/backups/server/folder-store.server.ts'
import {
  EXPORT_FORMAT_NAMES,
  isExportFormat,
  isFormatOfPerson,
} from '#features/exports/rules/export-format.ts'
import { describeProgress, startProgress } from '#features/exports/rules/export-progress.ts'
import { listeningAddress } from '#features/exports/server/listening-address.server.ts'
import { writeExport } from '#features/exports/server/write-export.server.ts'
import { SiteNotRenderedError } from '#features/exports/server/write-site.server.ts'
import { openUploads } from '#features/media/server/uploads-storage.server.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { env } from '#platform/process/env.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { authors } from '#schema/authors.ts'
import { type Command, parseArguments, print, printError, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

const PROGRESS_MS = 2_000

/** Writes an export to a file, which gets its name when it is complete. */
export function parseExport(argv: string[], terminal: Terminal): Command {
  const { operand, values } = parseArguments(
    argv,
    'export --format FORMAT [--author SLUG] [--with-subscribers] FILE',
    {
      format: { type: 'string' },
      author: { type: 'string' },
      'with-subscribers': { type: 'boolean', default: false },
    },
  )
  const { format = '', author, 'with-subscribers': withSubscribers } = values
  if (!isExportFormat(format))
    throw new UsageError(`--format must be one of ${EXPORT_FORMAT_NAMES.join(', ')}.`)
  if (author !== undefined && !isFormatOfPerson(format))
    throw new UsageError(`--author cannot be used with the format ${format}.`)
  if (withSubscribers && format !== 'masthead')
    throw new UsageError('--with-subscribers requires the format masthead.')
  return async ({ openDatabase, closing }) => {
    const { db } = await openDatabase()
    const [person] =
      author === undefined
        ? []
        : await db.select({ id: authors.id }).from(authors).where(eq(authors.slug, author))
    if (author !== undefined && !person) return printError(`Author not found: ${author}.`, 1)
    const path = resolve(operand)
    const interrupted = new AbortController()
    const progress = startProgress()
    const options = {
      format,
      bucket: openUploads(env()),
      origin: setSiteOrigin(env(), env().PORT),
      address: listeningAddress(env()),
      personId: person?.id,
      withSubscribers,
      progress,
      now: new Date(),
    }
    await recordAudit(db, { by: COMMAND_LINE_ACTOR, action: 'paper.export', subject: basename(path) })
    const creating = openFolderStore(dirname(path)).create(basename(path), (target) =>
      writeExport(db, addAbortSignal(interrupted.signal, target), options),
    )
    closing.defer(async () => {
      interrupted.abort()
      await creating.catch(() => {})
    })
    const showing = setInterval(
      () => terminal.showProgress(`Exporting: ${describeProgress(progress)}`),
      PROGRESS_MS,
    )
    const created = await creating
      .catch((error) => {
        if (!(error instanceof SiteNotRenderedError)) throw error
        return error
      })
      .finally(() => clearInterval(showing))
    if (created instanceof Error) return printError(created.message, 1)
    const { bytes } = created
    print(`Exported to ${path} (${formatBytes(bytes)}).`)
    return 0
  }
}
