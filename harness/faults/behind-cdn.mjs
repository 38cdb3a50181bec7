import { setTimeout as delay } from 'node:timers/promises'
import PQueue from 'p-queue'
import { freePort } from '#platform/testing/free-port.ts'
import { hasVarnish, startVarnish } from '#platform/testing/varnish.ts'
import { keepAlive, send } from '../shared/client.mjs'
import { startSite } from '../shared/site.mjs'
import { until } from '../shared/until.mjs'

const ARTICLES = 10
const CHANGES = 10_000
const KILLS = 10
const POLL_MS = 25
const LIMIT_MS = 1_000
const MISSED_MS = 30_000

/**
 * Changes articles while readers request them from Varnish, and kills the server right after a change: Varnish shows each
 * change, 99 of 100 within a second.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const behindCdn = {
  name: 'behind-cdn',
  title: 'changes behind Varnish, and a server that is killed after them',
  limitSeconds: 1_800,
  missing: hasVarnish ? undefined : 'Varnish or its module xkey is not installed',
  async run({ attempt }) {
    const port = await freePort()
    await using varnish = await startVarnish(port)
    const agent = keepAlive(ARTICLES)
    const env = { PORT: String(port), CDN: 'varnish', CDN_PURGE_URL: varnish.url, TRUST_PROXY: 'on' }
    await using site = await startSite(env)
    const ids = await site.publish(Array.from({ length: ARTICLES }, (_, n) => ({ title: `Story ${n}` })))
    const readAddress = async (id) => {
      const options = { origin: varnish.url, path: `/article/${id}`, method: 'GET' }
      const { headers, body } = await agent.request(options)
      await body.dump()
      return headers.location
    }
    const paths = new Map()
    // Varnish takes a moment to notice that the site has started.
    await until(MISSED_MS, async () => (await readAddress(ids[0])) !== undefined)
    for (const id of ids) paths.set(id, await readAddress(id))
    const statements = new PQueue({ concurrency: 1 })
    const shows = async (id, text) => (await send(varnish.url, paths.get(id), { agent })).text.includes(text)
    const change = (id, text) =>
      statements.add(() => site.sql('update articles set summary = $2 where id = $1', [id, text]))

    // The jobs of a site start after its pages.
    await change(ids[0], 'Warm-up')
    await until(MISSED_MS, () => shows(ids[0], 'Warm-up'))

    const times = []
    let missed = 0
    let left = CHANGES
    async function changeRepeatedly(id) {
      while (left > 0) {
        left -= 1
        const text = `Change ${left} of ${id}`
        await change(id, text)
        const started = performance.now()
        while (!(await shows(id, text))) {
          if (performance.now() - started > MISSED_MS) {
            missed += 1
            break
          }
          await delay(POLL_MS)
        }
        times.push(performance.now() - started)
      }
    }
    await Promise.all(ids.map(changeRepeatedly))
    times.sort((a, b) => a - b)
    const at = (share) => Math.round(times[Math.floor((times.length - 1) * share)])
    console.log(
      `Changes: ${times.length}, missed: ${missed}, shown after ${at(0.5)} ms (median), ${at(0.99)} ms (p99), ${at(1)} ms (last)`,
    )
    await attempt('no change is missed', async () => {
      if (missed > 0) throw new Error(`${missed} changes were missed`)
    })
    await attempt('99 of 100 changes are shown within a second', async () => {
      if (at(0.99) > LIMIT_MS) throw new Error(`${at(0.99)} ms`)
    })

    for (let n = 0; n < KILLS; n += 1)
      await attempt(`the server is killed after change ${n}`, async () => {
        const [id] = ids
        await until(MISSED_MS, async () => (await send(varnish.url, paths.get(id), { agent })).status === 200)
        await change(id, `Killed after ${n}`)
        process.kill(site.server.pid, 'SIGKILL')
        await site.untilEnded()
        await site.startAgain()
        await until(MISSED_MS, () => shows(id, `Killed after ${n}`))
      })
  },
}
