import PQueue from 'p-queue'
import type { Actor } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { ImportSource, PaperEntry } from '../rules/import-item.ts'
import type { ImportOptions } from '../rules/import-options.ts'
import { applyItem } from './apply-item.server.ts'
import { readArticleLinks } from './article-links.server.ts'
import { createKnown } from './import-context.server.ts'
import { createFileImport, type FileServices } from './import-files.server.ts'
import { type RunningImport, recordItems } from './import-ledger.server.ts'

/** Articles that are stored at the same time, since they wait for images. Bounds the memory. */
const MAX_CONCURRENT = 4

/**
 * Stores all items of a source that are new or have changed since the last import. An item and its entry in the ledger are stored
 * in one transaction, so an interrupted import continues where it stopped.
 *
 * @throws ImportStoppedError if the import is paused
 * @throws ImportError if the source cannot be read
 */
export async function runImport(
  services: FileServices,
  by: Actor,
  source: ImportSource,
  options: ImportOptions,
  running: RunningImport,
  signal: AbortSignal,
): Promise<void> {
  const recordAll = (tx: Db, entries: readonly PaperEntry[]) =>
    recordItems(
      tx,
      running,
      entries.map((entry) => ({ ...entry, result: 'created' })),
    )
  if (source.paper) return source.paper.restore(services, recordAll, signal)
  const failed = new AbortController()
  const stopping = AbortSignal.any([signal, failed.signal])
  const context = {
    db: services.db,
    by,
    options,
    siteUrl: source.siteUrl,
    known: createKnown(),
    running,
    linkArticles: await readArticleLinks(source, running.source, options, stopping, new Date()),
    importFile: createFileImport(services, by, running, source, stopping),
  }
  const articles = new PQueue({ concurrency: MAX_CONCURRENT })
  try {
    for await (const item of source.items()) {
      stopping.throwIfAborted()
      if (item.kind === 'loss') continue
      if (item.kind === 'article') {
        await articles.onSizeLessThan(MAX_CONCURRENT)
        articles
          .add(async () => {
            if (!stopping.aborted) await applyItem(context, item, new Date())
          })
          .catch((error) => failed.abort(error))
      } else await applyItem(context, item, new Date())
    }
  } catch (error) {
    failed.abort(error)
  }
  await articles.onIdle()
  stopping.throwIfAborted()
}
