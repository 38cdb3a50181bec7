import { randomUUID } from 'node:crypto'
import { basename, resolve } from 'node:path'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { describeReport } from '#features/imports/rules/describe-report.ts'
import { ImportError } from '#features/imports/rules/import-item.ts'
import { type ImportOptions, importOptions } from '#features/imports/rules/import-options.ts'
import { checkSource } from '#features/imports/server/check-source.server.ts'
import { continueImport, withImportLock } from '#features/imports/server/import-runner.server.ts'
import {
  addImport,
  findImport,
  findUnfinishedImport,
  startImport,
} from '#features/imports/server/imports.server.ts'
import { openSource } from '#features/imports/server/open-source.server.ts'
import { receivingFolder } from '#features/media/server/uploads-folder.server.ts'
import { openUploads } from '#features/media/server/uploads-storage.server.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { Database } from '#platform/database/db.server.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { env } from '#platform/process/env.server.ts'
import { type Command, parseArguments, print, printError, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

const USAGE =
  'import FILE|FOLDER [--dry-run] [--articles as-is|drafts] [--pages drafts|articles|leave] [--subscribers import|leave] [--site URL] [--no-fetch]'
const LOCK_WAIT_MS = 5_000
const PROGRESS_MS = 2_000
const BUSY = 'Another import is running. Wait until it has finished, or pause it in the admin area.'

/** Imports a paper from another system. Run it again to continue after an interruption. */
export function parseImport(argv: string[], terminal: Terminal): Command {
  const { operand, values } = parseArguments(argv, USAGE, {
    'dry-run': { type: 'boolean', default: false },
    'no-fetch': { type: 'boolean', default: false },
    articles: { type: 'string' },
    pages: { type: 'string' },
    subscribers: { type: 'string' },
    site: { type: 'string' },
  })
  const options = importOptions.safeParse({ ...values, files: values['no-fetch'] ? 'leave' : 'fetch' })
  if (!options.success) throw new UsageError(`Usage: masthead ${USAGE}`)
  const path = resolve(operand)
  return async ({ openDatabase, openOutbound, closing }) => {
    const database = await openDatabase()
    const stopping = new AbortController()
    closing.defer(() => stopping.abort(new Error('The command was stopped')))
    try {
      if (values['dry-run']) return await printCheck(database, path, options.data, stopping.signal)
      const isFetching = options.data.files === 'fetch' && env().NEWS_FETCH !== 'off'
      const outbound = isFetching ? openOutbound() : null
      return await importFile(database, outbound, path, options.data, stopping.signal, terminal)
    } catch (error) {
      if (error instanceof ImportError) return printError(error.message, 1)
      throw error
    }
  }
}

async function printCheck(
  { db }: Database,
  path: string,
  options: ImportOptions,
  signal: AbortSignal,
): Promise<number> {
  const source = await openSource(path, { site: options.site })
  try {
    print(describeReport(await checkSource(db, source, options, signal, new Date())))
    return 0
  } finally {
    await source[Symbol.asyncDispose]()
  }
}

async function importFile(
  { db, directUrl }: Database,
  outbound: Outbound | null,
  path: string,
  options: ImportOptions,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<number> {
  const work = async (own: AbortSignal): Promise<number> => {
    const name = basename(path)
    const unfinished = await findUnfinishedImport(db, path)
    const id = unfinished?.id ?? randomUUID()
    if (unfinished) await startImport(db, COMMAND_LINE_ACTOR, { id, options })
    else await addImport(db, COMMAND_LINE_ACTOR, { id, name, path, options, state: 'running' })
    const services = {
      db,
      outbound,
      bucket: openUploads(env()),
      dir: receivingFolder(env()),
      exports: null,
      onError: (error: unknown) => printError(String(error), 1),
    }
    const active = { id, name, path, options, state: 'running', createdBy: null } as const
    const progress = setInterval(() => void showProgress(db, id, terminal), PROGRESS_MS)
    try {
      await continueImport(services, active, own)
    } finally {
      clearInterval(progress)
    }
    const ended = await findImport(db, id)
    if (ended?.state === 'failed') return printError(ended.failure ?? '', 1)
    if (ended?.state === 'paused')
      return printError('The import was paused. Run the command again to continue.', 1)
    print(describeReport({ items: ended?.results ?? {}, losses: [] }))
    for (const { title, notes } of ended?.noted ?? []) print(`  ${title}: ${notes.join(' ')}`)
    return 0
  }
  return (await withImportLock(directUrl, LOCK_WAIT_MS, signal, work)) ?? printError(BUSY, 1)
}

async function showProgress(db: Database['db'], id: string, terminal: Terminal): Promise<void> {
  const found = await findImport(db, id).catch(() => null)
  if (found) terminal.showProgress(`Importing: ${formatCount(found.done, 'item')}`)
}
