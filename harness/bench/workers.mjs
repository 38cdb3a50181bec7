import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readMetric } from '../shared/site.mjs'
import { until } from '../shared/until.mjs'
import { loadPages } from './articles.mjs'
import { childrenOf, cpuTimeMs, endedChildrenMs, parentOf, startSite } from './processes.mjs'
import { atLeast, median, print } from './report.mjs'
import { load } from './wrk.mjs'

const WORKERS = 2
/** Cached pages of two workers, relative to one process. */
const MIN_WORKERS_RATIO = 1.7
const ROUNDS = 7
const SECONDS_PER_ROUND = 2
const CONNECTIONS = 32
const MAX_START_MS = 60_000

/**
 * Compares the cached home page of several workers with that of one process, in alternating rounds: by the CPU time of
 * all processes, and by the rate with the load generator on the same cores, which has a limit.
 */
export async function benchWorkers(bench) {
  const { home } = await loadPages(bench)
  const { url, stop } = await startSite({
    DATA_DIR: join(bench.folder, 'workers'),
    DATABASE_URL: bench.databaseUrl,
    WORKERS: String(WORKERS),
  })
  const rounds = []
  try {
    const pids = await waitForWorkers(url)
    for (let round = 0; round <= ROUNDS; round++)
      rounds.push({ one: await measure(home, [bench.site.pid]), several: await measure(url, pids) })
  } finally {
    await stop()
  }
  // The first round warms up.
  const medianOf = (read) => median(rounds.slice(1).map(read))
  const capacity = medianOf(({ one, several }) => (WORKERS * several.perCpuMs) / one.perCpuMs)
  const rate = medianOf(({ one, several }) => several.requests / one.requests)
  const maxRate = medianOf(
    ({ one }) => (availableParallelism() * one.usedMs) / (one.usedMs + one.generatorMs),
  )
  print(
    `cached home, ${WORKERS} workers`,
    `${capacity.toFixed(2)} times one process by CPU time; ${rate.toFixed(2)} times the rate, with the load generator on the same cores (at most ${maxRate.toFixed(2)} on this machine)`,
    atLeast(capacity, MIN_WORKERS_RATIO),
  )
}

/** The first worker serves pages before the others are ready. @returns their process ids, and that of the primary */
async function waitForWorkers(url) {
  await until(MAX_START_MS, async () => (await readMetric(url, 'masthead_processes')) >= WORKERS)
  const primary = parentOf(await readMetric(url, 'masthead_process_id'))
  return [primary, ...childrenOf(primary)]
}

async function measure(url, pids) {
  const before = pids.map(cpuTimeMs)
  const generatorBefore = endedChildrenMs(process.pid)
  const requests = await load(url, { connections: CONNECTIONS, seconds: SECONDS_PER_ROUND })
  const usedMs = pids.reduce((sum, pid, index) => sum + cpuTimeMs(pid) - before[index], 0)
  const generatorMs = endedChildrenMs(process.pid) - generatorBefore
  return { requests, usedMs, generatorMs, perCpuMs: requests / usedMs }
}
