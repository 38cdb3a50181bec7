import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from './lighthouse.mjs'
import { childrenOf, cpuTimeMs, endedChildrenMs, parentOf } from './processes.mjs'
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
 * @returns medians relative to the single process: `capacity` of as many cores as there are workers, by the CPU time of
 *   all processes; `rate`, with the load generator on the same cores; and `maxRate`, which this machine could reach if
 *   the workers and the generator used all of its cores
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
      capacity: median(rounds.map(({ one, several }) => (count * several.perCpuMs) / one.perCpuMs)),
      rate: median(rounds.map(({ one, several }) => several.requests / one.requests)),
      maxRate: median(
        rounds.map(({ one }) => (availableParallelism() * one.usedMs) / (one.usedMs + one.generatorMs)),
      ),
    }
  } finally {
    await site.stop()
  }
}

/** The first worker serves pages before the others are ready. @returns their process ids, and that of the primary */
async function waitForWorkers(url, count) {
  const signal = AbortSignal.timeout(MAX_START_MS)
  while ((await readMetric(url, 'masthead_processes')) < count) await delay(100, undefined, { signal })
  const primary = parentOf(await findServerPid(url))
  return [primary, ...childrenOf(primary)]
}

/**
 * `perCpuMs`: the responses for each millisecond of CPU time of all processes; `generatorMs`: the CPU time of the load
 * generator.
 */
async function measure(url, pids) {
  const before = pids.map(cpuTimeMs)
  const generatorBefore = endedChildrenMs(process.pid)
  const requests = await load(url, { connections: CONNECTIONS, seconds: SECONDS_PER_ROUND })
  const usedMs = pids.reduce((sum, pid, index) => sum + cpuTimeMs(pid) - before[index], 0)
  return {
    requests,
    usedMs,
    generatorMs: endedChildrenMs(process.pid) - generatorBefore,
    perCpuMs: requests / usedMs,
  }
}
