import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { mainThreadMs } from './processes.mjs'

const MAX_CONNECTIONS = 200
/** Of one cached page, in total: far more than a news site has, and far less than the server can send. */
const REQUESTS_PER_SECOND = 200
const SECONDS = 6
const WARM_UP_MS = 1_000
/** A reader does not notice a delay of this length. */
const IN_TIME_MS = 50

/** Arguments of wrk. A request function invents an address for each request. */
const ATTACKS = {
  'bursts of uncached pages': { connections: 200, script: 'harness/bench/uncached-pages.lua' },
  'unknown addresses': { connections: 16, script: 'harness/bench/unknown-addresses.lua' },
}

/**
 * Measures how many readers get a cached page in time, at a fixed request rate, without and under each attack. Times
 * are those that the server's main thread works until the response is received, so that other processes do not count.
 *
 * @param {string} url of the cached page
 * @param {number} pid of the server
 */
export async function timeUnderAttack(url, pid) {
  const calm = await readAtFixedRate(url, pid)
  const results = []
  for (const [name, { connections, script }] of Object.entries(ATTACKS)) {
    const args = ['-t1', `-c${connections}`, `-d${SECONDS + 10}s`, '-s', script, new URL(url).origin]
    const attack = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(attack, 'exit')
    const output = Array.fromAsync(attack.stdout)
    await delay(WARM_UP_MS)
    const readers = await readAtFixedRate(url, pid)
    attack.kill('SIGINT')
    await ended
    const [, responses = '0'] = /(\d+) requests in/.exec(Buffer.concat(await output).toString()) ?? []
    results.push({ name, readers, attackRequests: Number(responses) })
  }
  return { calm, results }
}

/** @returns {Promise<{ inTime: number, p50: number, p95: number }>} the share of all requests, and milliseconds */
async function readAtFixedRate(url, pid) {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  const times = []
  const pending = []
  const started = performance.now()
  const count = REQUESTS_PER_SECOND * SECONDS
  for (let sent = 0; sent < count; sent++) {
    const dueMs = started + (sent * 1_000) / REQUESTS_PER_SECOND
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await delay(waitMs)
    const workedMs = mainThreadMs(pid)
    pending.push(
      readPage(url, agent).then((isRead) => times.push(isRead ? mainThreadMs(pid) - workedMs : Infinity)),
    )
  }
  await Promise.all(pending)
  agent.destroy()
  times.sort((a, b) => a - b)
  return {
    inTime: times.filter((ms) => ms <= IN_TIME_MS).length / count,
    p50: times[Math.floor(count / 2)],
    p95: times[Math.floor(count * 0.95)],
  }
}

/** @returns {Promise<boolean>} whether the page was received with status 200 */
function readPage(url, agent) {
  const { promise, resolve } = Promise.withResolvers()
  get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) =>
    response.resume().on('end', () => resolve(response.statusCode === 200)),
  ).on('error', () => resolve(false))
  return promise
}
