// A worker thread that requests /livez and the cached home page, so that the attacks do not delay its measurements.
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { keepAlive, send } from './client.mjs'

const INTERVAL_MS = 50
const TIMEOUT_MS = 30_000

const agent = keepAlive()
const result = Object.fromEntries(
  ['/livez', '/'].map((path) => [path, { probes: 0, slowestMs: 0, failures: [] }]),
)
const stopping = new AbortController()
parentPort.once('message', () => stopping.abort())

await Promise.all(Object.entries(result).map(([path, measured]) => probe(path, measured)))
agent.destroy()
parentPort.postMessage(result)

async function probe(path, measured) {
  do {
    const started = performance.now()
    try {
      const { status } = await send(workerData.origin, path, { agent, timeoutMs: TIMEOUT_MS })
      if (status !== 200) measured.failures.push(`status ${status}`)
    } catch (error) {
      measured.failures.push(error.message)
    }
    measured.probes += 1
    measured.slowestMs = Math.max(measured.slowestMs, performance.now() - started)
    await delay(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
  } while (!stopping.signal.aborted)
}
