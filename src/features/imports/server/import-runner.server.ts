import { withAdvisoryLock } from '#platform/database/advisory-lock.server.ts'
import type { Database } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { isConnectionLoss } from '#platform/errors/is-connection-loss.ts'
import { isDiskFull } from '#platform/errors/is-disk-full.ts'
import { ImportError } from '../rules/import-item.ts'
import { checkSource } from './check-source.server.ts'
import type { FileServices } from './import-files.server.ts'
import { ImportStoppedError } from './import-ledger.server.ts'
import {
  type ActiveImport,
  findActiveImport,
  findImporter,
  recordFailure,
  recordFinish,
  recordReport,
  recordSource,
} from './imports.server.ts'
import { openSource, paperOf } from './open-source.server.ts'
import { runImport } from './run-import.server.ts'
import { deleteUploadedExport, type ExportStore, withExport } from './uploaded-exports.server.ts'

/** Another process holds the lock while it runs an import. */
const LOCK_WAIT_MS = 2_000
const FAILED =
  'The import stopped because of a server error, which is in the log. Continue the import to try again.'
const DISK_FULL = 'The disk of the server is full. Free disk space, then continue the import.'

export type ImportRunner = {
  /** Checks and continues imports until none is left, unless another process does. Never rejects. */
  wake(): void
  stop(): Promise<void>
}

export type RunnerServices = FileServices & {
  database: Pick<Database, 'directUrl'>
  /** Uploaded exports, which are deleted once they are imported. Null for commands. */
  exports: ExportStore | null
  onError(error: unknown, message: string): void
}

/** Runs imports in the background, one at a time on all processes. An import whose process was killed is continued. */
export function createImportRunner(services: RunnerServices): ImportRunner {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isWoken = false

  async function run(): Promise<void> {
    try {
      while (isWoken && !stopping.signal.aborted) {
        isWoken = false
        if (!(await findActiveImport(services.db))) continue
        await withImportLock(services.database.directUrl, LOCK_WAIT_MS, stopping.signal, continueAll)
      }
    } catch (error) {
      if (!stopping.signal.aborted) services.onError(error, 'Imports could not be continued')
    }
  }

  async function continueAll(signal: AbortSignal): Promise<void> {
    for (let next = await findActiveImport(services.db); next; next = await findActiveImport(services.db))
      await continueImport(services, next, signal)
  }

  return {
    wake() {
      isWoken = true
      running ??= run().finally(() => {
        running = undefined
      })
    },
    async stop() {
      stopping.abort(new Error('The server stops'))
      await running
    },
  }
}

/** Holds the lock of imports during `work`. Returns undefined if another import holds it for `waitMs`. */
export async function withImportLock<T>(
  url: string,
  waitMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), waitMs)
  const either = AbortSignal.any([signal, waiting.signal])
  try {
    return await withAdvisoryLock(url, LOCK_KEYS.runImport, either, (own) => {
      clearTimeout(timer)
      return work(own)
    })
  } catch (error) {
    if (waiting.signal.aborted) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Checks an import, or runs it from where it stopped. Failures are recorded.
 *
 * @throws if the process stops or loses the database; the import is then continued later
 */
export async function continueImport(
  services: Omit<RunnerServices, 'database'>,
  active: ActiveImport,
  signal: AbortSignal,
): Promise<void> {
  const { db, onError } = services
  const { id, name, path, options, state } = active
  const by = await findImporter(db, active.createdBy)
  const work = async (file: string): Promise<void> => {
    const source = await openSource(file, { name, site: options.site })
    try {
      const paper = paperOf(source)
      await recordSource(db, id, { format: source.format, paper })
      if (state === 'checking') {
        const report = await checkSource(db, source, options, signal, new Date())
        return await recordReport(db, id, report)
      }
      const outbound = options.files === 'leave' ? null : services.outbound
      await runImport({ ...services, outbound }, by, source, options, { id, source: paper }, signal)
      await recordFinish(db, by, id)
      await deleteUploadedExport(path, services.exports)
    } finally {
      await source[Symbol.asyncDispose]()
    }
  }
  try {
    await withExport(path, services.exports, services.dir, signal, work)
  } catch (error) {
    if (error instanceof ImportStoppedError) return
    if (signal.aborted || isConnectionLoss(error)) throw error
    if (error instanceof ImportError) return recordFailure(db, id, error.message)
    onError(error, `The import of ${name} stopped`)
    await recordFailure(db, id, isDiskFull(error) ? DISK_FULL : FAILED)
  }
}

let current: ImportRunner | undefined

/** Called at startup. */
export function setImportRunner(runner: ImportRunner | undefined): void {
  current = runner
}

/** Wakes the import runner of this process, if it has one. */
export function wakeImportRunner(): void {
  current?.wake()
}
