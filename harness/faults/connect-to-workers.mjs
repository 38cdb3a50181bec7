import { forEachConcurrently, keepAlive, numbers } from '../shared/client.mjs'
import { until } from '../shared/until.mjs'

const START_LIMIT_MS = 60_000
/** Connections that are opened one after another may all reach the same worker. */
const CONNECTIONS = 16

/** The worker that sent a page: the live stream of each process has an id, followed by the number of its last event. */
export function workerOf({ headers }) {
  return /live;desc="([^"]+)-\d+"/.exec(headers['server-timing'])[1]
}

/**
 * Opens a connection to each worker of a site, and keeps it.
 *
 * @param {import('./site-class.mjs').Site} site
 * @param {number} count of its workers
 */
export async function connectToWorkers(site, count) {
  const agents = new Map()
  async function connect() {
    const agent = keepAlive(1)
    const worker = workerOf(await site.expect(200, '/', { agent }))
    if (agents.has(worker)) await agent.close()
    else
      agents.set(
        worker,
        agent.once('disconnect', () => agents.delete(worker)),
      )
  }
  await until(START_LIMIT_MS, async () => {
    await Promise.all(numbers(CONNECTIONS).map(connect))
    return agents.size === count
  })

  const workers = {
    /**
     * Does work for each item on each worker.
     *
     * @template T, R
     * @param {T[]} items
     * @param {(item: T, options: { agent: import('undici').Agent }) => Promise<R>} work sends requests with the options
     * @returns {Promise<R[]>}
     */
    async forEach(items, work) {
      const results = [...agents.values()].map((agent) =>
        forEachConcurrently(items, 1, (item) => work(item, { agent })),
      )
      const all = (await Promise.all(results)).flat()
      if (agents.size !== count) throw new Error('a connection to a worker was lost')
      return all
    },
    async statusesOf(paths) {
      const responses = await workers.forEach(paths, site.send)
      return responses.map(({ status }) => status)
    },
  }
  return workers
}
