import { forEachConcurrently, keepAlive, numbers } from '../shared/client.mjs'
import { publishAndCache, siteClass } from './site-class.mjs'

const BURST = 600
const CONNECTIONS = 200
const UNKNOWN_ADDRESSES = 1_500
const UNKNOWN_CONNECTIONS = 16
/** A render waits for two seconds at most. */
const MAX_WAIT_MS = 10_000

const FORGED_SESSION = {
  cookie: `masthead.session_token=${'a'.repeat(32)}.${encodeURIComponent(btoa('0'.repeat(32)))}`,
}

/** The addresses are public: others have no limits per client. */
const from = (address) => ({ 'x-forwarded-for': address })

export const overload = siteClass({
  name: 'overload',
  title: 'bursts of uncached pages and calls, unknown addresses',
  limitSeconds: 60,
  prepare: (site) =>
    publishAndCache(
      site,
      numbers(100).map((n) => ({ title: `Council ${n}` })),
    ),
  async run({ site, attempt }) {
    await requestAtOnce(site, attempt)
    const unknown = keepAlive(UNKNOWN_CONNECTIONS)
    await forEachConcurrently(numbers(UNKNOWN_ADDRESSES), UNKNOWN_CONNECTIONS, (n) => {
      const path = n % 2 ? `/unknown-${n}` : `/article/${crypto.randomUUID()}`
      return attempt(path, () => site.expect(404, path, { agent: unknown }))
    })
  },
})

/** From one client, from many, and with sessions that are not of this site. One client displaces no reader elsewhere. */
async function requestAtOnce(site, attempt) {
  const agent = keepAlive(CONNECTIONS)
  const burst = (name, requestOf) =>
    forEachConcurrently(numbers(BURST), CONNECTIONS, (n) => {
      const [path, expected, headers] = n % 25 === 0 ? ['/readyz', [200]] : requestOf(n)
      return attempt(`${path} of ${name}`, () =>
        site.expect(expected, path, { agent, headers, maxMs: MAX_WAIT_MS }),
      )
    })
  const searchFrom = (clients) => (n) => [
    `/search?q=council+${clients}-${n}&from=2020-01-01`,
    [200, 503],
    from(`8.8.4.${n % clients}`),
  ]
  let isDone = false
  const reading = readElsewhere()
  await burst('one client', searchFrom(1))
  isDone = true
  await reading
  await burst('40 clients', searchFrom(40))
  await burst('forged sessions', (n) => {
    const headers = { ...from(`8.8.4.${n % 40}`), ...FORGED_SESSION }
    return [`/admin/articles?n=${n}`, [307, 503], headers]
  })

  async function readElsewhere() {
    for (let n = 0; !isDone; n++)
      await attempt(`uncached page ${n} of another client`, () =>
        site.expect(200, `/search?q=council+${n}&from=2021-01-01`, { headers: from('8.8.8.8') }),
      )
  }
}
