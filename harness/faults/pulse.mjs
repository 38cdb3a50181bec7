// Measures in a thread, which runs this file as well, so that attacks do not delay the measurements.
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { keepAlive, send } from '../shared/client.mjs'

const INTERVAL_MS = 50
const TIMEOUT_MS = 30_000

/**
 * Requests paths again and again while `work` runs.
 *
 * @returns {Promise<Record<string, { probes: number, slowestMs: number, failures: string[] }>>} by path
 */
export async function measurePulse(origin, paths, work) {
  const worker = new Worker(import.meta.filename, { workerData: { origin, paths } })
  try {
    await work()
  } finally {
    worker.postMessage('stop')
  }
  const [result] = await once(worker, 'message')
  return result
}

if (!isMainThread) {
  const { origin, paths } = workerData
  const agent = keepAlive()
  const stopping = new AbortController()
  parentPort.once('message', () => stopping.abort())
  const measured = paths.map(async (path) => [path, await probe(origin, path, agent, stopping.signal)])
  parentPort.postMessage(Object.fromEntries(await Promise.all(measured)))
}

async function probe(origin, path, agent, signal) {
  const failures = []
  let slowestMs = 0
  let probes = 0
  do {
    const started = performance.now()
    const failure = await send(origin, path, { agent, timeoutMs: TIMEOUT_MS }).then(
      ({ status }) => (status === 200 ? undefined : `status ${status}`),
      ({ message }) => message,
    )
    if (failure) failures.push(failure)
    probes += 1
    slowestMs = Math.max(slowestMs, performance.now() - started)
    await delay(INTERVAL_MS, undefined, { signal }).catch(() => {})
  } while (!signal.aborted)
  return { probes, slowestMs, failures }
}
