// A worker thread that requests /livez and the cached home page, or other paths, so that the attacks do not delay its measurements.
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { keepAlive, send } from './client.mjs'

const INTERVAL_MS = 50
const TIMEOUT_MS = 30_000

const agent = keepAlive()
const result = Object.fromEntries(
  (workerData.paths ?? ['/livez', '/']).map((path) => [
    path,
    { probes: 0, slowestMs: 0, p95Ms: 0, failures: [] },
  ]),
)
const stopping = new AbortController()
parentPort.once('message', () => stopping.abort())

await Promise.all(Object.entries(result).map(([path, measured]) => probe(path, measured)))
agent.destroy()
parentPort.postMessage(result)

async function probe(path, measured) {
  const durations = []
  do {
    const started = performance.now()
    try {
      const { status } = await send(workerData.origin, path, { agent, timeoutMs: TIMEOUT_MS })
      if (status !== 200) measured.failures.push(`status ${status}`)
    } catch (error) {
      measured.failures.push(error.message)
    }
    measured.probes += 1
    durations.push(performance.now() - started)
    await delay(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
  } while (!stopping.signal.aborted)
  durations.sort((one, other) => one - other)
  measured.slowestMs = durations.at(-1)
  measured.p95Ms = durations[Math.floor(durations.length * 0.95)]
}
