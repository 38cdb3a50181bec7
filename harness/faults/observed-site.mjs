import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabaseLink } from '../../e2e/fixtures/database-link.ts'
import { openEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.server.ts'
import { startSite } from './site.mjs'

const SETTLE_LIMIT_MS = 5_000
const POLL_MS = 10

/**
 * Starts a site whose server is connected to the database through a proxy. `onResponse` sets its observer.
 *
 * @param {AsyncDisposableStack} closing
 * @param {Record<string, string>} [env]
 */
export async function startObservedSite(closing, env = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-faults-'))
  closing.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const postgres = await openEmbeddedPostgres({ dataDir, log: () => {} })
  closing.defer(() => postgres.close())
  let observe = () => {}
  const link = await openDatabaseLink(postgres.ownerUrl, {
    onResponse: (transaction) => observe(transaction),
  })
  closing.defer(() => link.cut())
  const site = closing.use(await startSite({ ...env, DATABASE_URL: link.url }))
  return {
    site,
    onResponse(next) {
      observe = next
    },
  }
}

/** Waits until PostgreSQL has noticed that the server is gone, and has ended its transactions. */
export async function untilTransactionsEnd(site) {
  const started = performance.now()
  const isAnyOpen = async () => {
    const open = await site.sql(
      "select from pg_stat_activity where backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()",
    )
    return open.length > 0
  }
  while (await isAnyOpen()) {
    if (performance.now() - started > SETTLE_LIMIT_MS)
      throw new Error('the transactions of the killed server remain open')
    await delay(POLL_MS)
  }
}
