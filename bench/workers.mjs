import { setTimeout as delay } from 'node:timers/promises'
import { median } from './lighthouse.mjs'
import { childrenOf, cpuTimeMs, parentOf } from './processes.mjs'
import { findServerPid, readMetric, startSite } from './site.mjs'
import { load } from './wrk.mjs'

const ROUNDS = 7
const SECONDS_PER_ROUND = 2
const CONNECTIONS = 32
const MAX_START_MS = 60_000

/**
 * Starts a site with several workers, and compares its cached home page with that of a running site, in alternating
 * rounds.
 *
 * @param {{ url: string, pid: number }} one a site with a single process
 * @param {number} count of workers
 * @param {Record<string, string>} environment of the site with workers
 * @returns medians: `capacity` relative to the single process if each worker has a core, by CPU time, and `rate`, with
 *   the load generator on the same cores
 */
export async function compareWorkers(one, count, environment) {
  const { site } = await startSite({ ...environment, WORKERS: String(count) })
  try {
    const pids = await waitForWorkers(site.value, count)
    await measure(one.url, [one.pid])
    await measure(site.value, pids)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ one: await measure(one.url, [one.pid]), several: await measure(site.value, pids) })
    return {
      capacity: median(rounds.map(({ one, several }) => several.perCpuMs / one.perCpuMs)),
      rate: median(rounds.map(({ one, several }) => several.requests / one.requests)),
    }
  } finally {
    await site.stop()
  }
}

/** The first worker serves pages before the others are ready. @returns their process ids */
async function waitForWorkers(url, count) {
  const signal = AbortSignal.timeout(MAX_START_MS)
  while ((await readMetric(url, 'masthead_processes')) < count) await delay(100, undefined, { signal })
  return childrenOf(parentOf(await findServerPid(url)))
}

/** `perCpuMs`: the responses for each millisecond of CPU time of the busiest process, which limits all. */
async function measure(url, pids) {
  const before = pids.map(cpuTimeMs)
  const requests = await load(url, { connections: CONNECTIONS, seconds: SECONDS_PER_ROUND })
  const busiestMs = Math.max(...pids.map((pid, index) => cpuTimeMs(pid) - before[index]))
  return { requests, perCpuMs: requests / busiestMs }
}
