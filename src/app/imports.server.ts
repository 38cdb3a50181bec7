import {
  createImportRunner,
  type ImportRunner,
  setImportRunner,
} from '#features/imports/server/import-runner.server.ts'
import { openExportStore } from '#features/imports/server/uploaded-exports.server.ts'
import { receivingFolder } from '#features/media/server/uploads-folder.server.ts'
import { openUploads } from '#features/media/server/uploads-storage.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import type { Services } from './services.server.ts'

/** Runs imports until `stop`. */
export function openImports(env: Env, { database, outbound }: Services): ImportRunner {
  const runner = createImportRunner({
    db: database.db,
    database,
    outbound: env.NEWS_FETCH === 'off' ? null : outbound,
    bucket: openUploads(env),
    dir: receivingFolder(env),
    exports: openExportStore(env),
    onError: (error, message) => log().error({ err: error }, message),
  })
  setImportRunner(runner)
  return {
    ...runner,
    async stop() {
      setImportRunner(undefined)
      await runner.stop()
    },
  }
}
