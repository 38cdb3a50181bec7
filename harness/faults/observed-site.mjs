import { openFaultProxy } from '../shared/fault-proxy.mjs'
import { startPostgres } from '../shared/postgres.mjs'
import { startSite } from '../shared/site.mjs'
import { until } from '../shared/until.mjs'

const SETTLE_LIMIT_MS = 5_000

/**
 * Starts a site whose server is connected to the database through a proxy, which observes the responses.
 *
 * @param {AsyncDisposableStack} closing
 * @param {Record<string, string>} [env]
 */
export async function startObservedSite(closing, env = {}) {
  const postgres = await startPostgres(closing)
  const proxy = closing.use(await openFaultProxy(postgres.url))
  const site = closing.use(await startSite({ ...env, DATABASE_URL: proxy.url }))
  return { site, onResponse: proxy.onResponse }
}

/** Waits until PostgreSQL has noticed that the server is gone, and has ended its transactions. */
export function untilTransactionsEnd(site) {
  return until(SETTLE_LIMIT_MS, async () => {
    const open = await site.sql(
      "select from pg_stat_activity where backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()",
    )
    return open.length === 0
  })
}
