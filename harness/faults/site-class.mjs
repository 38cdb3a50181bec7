import { startSite } from '../shared/site.mjs'
import { until } from '../shared/until.mjs'
import { measurePulse } from './pulse.mjs'

/** On a machine with two idle cores. The faults that this detects took 9 s and more. */
const MAX_RESPONSE_MS = 2_000
const PULSE = ['/livez', '/']
const PUBLISH_LIMIT_MS = 10_000

/** @typedef {Awaited<ReturnType<typeof startSite>>} Site */

/**
 * A class that attacks one site, and checks it afterwards.
 *
 * @param {Omit<import('./run-class.mjs').FaultClass, 'run'> & {
 *   env?: Record<string, string>, hasPulse?: boolean, logsErrors?: boolean,
 *   prepare?: (site: Site) => Promise<any>,
 *   run: (context: import('./run-class.mjs').Context & { site: Site, prepared: any }) => Promise<void>,
 * }} siteClass `hasPulse`: /livez and the cached home page have to respond in time while it runs, after `prepare`;
 *   `logsErrors`: the server should log errors for the operator
 * @returns {import('./run-class.mjs').FaultClass}
 */
export function siteClass({ env, hasPulse = true, logsErrors = false, prepare, run, ...faultClass }) {
  return {
    ...faultClass,
    async run(context) {
      await using site = await startSite(env)
      const prepared = await prepare?.(site)
      const attack = () => run({ ...context, site, prepared })
      await (hasPulse ? withPulse(site, context.attempt, attack) : attack())
      await checkServer(site, context.attempt, { logsErrors })
    },
  }
}

export async function withPulse(site, attempt, attack) {
  await site.send('/')
  const pulse = await measurePulse(site.url, PULSE, attack)
  for (const [path, { probes, slowestMs, failures }] of Object.entries(pulse))
    await attempt(`${path} during the attack`, async () => {
      if (failures.length > 0) throw new Error(`${failures.length} of ${probes} failed: ${failures[0]}`)
      if (slowestMs > MAX_RESPONSE_MS) throw new Error(`the slowest response took ${slowestMs.toFixed(0)} ms`)
    })
}

/** Checks that the server responds, and that it has logged neither unexpected errors nor unstructured lines. */
export async function checkServer(site, attempt, { logsErrors = false } = {}) {
  for (const path of ['/livez', '/readyz', '/'])
    await attempt(`${path} after the attack`, () => site.expect(200, path))
  await attempt('log after the attack', async () => {
    const unexpected = site.server.log.find((line) => isUnexpected(line, logsErrors))
    if (unexpected) throw new Error(unexpected)
  })
}

function isUnexpected(line, logsErrors) {
  try {
    return ['error', 'fatal'].includes(JSON.parse(line).level) && !logsErrors
  } catch {
    return true
  }
}

/** Stores articles, and waits until the server has noticed and has cached its home page again. @returns their ids */
export async function publishAndCache(site, articles) {
  // A cached page changes only when the server is notified.
  await site.expect(200, '/')
  const ids = await site.publish(articles)
  await until(PUBLISH_LIMIT_MS, async () => (await site.send('/')).text.includes(articles[0].title))
  return ids
}
