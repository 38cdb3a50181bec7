import { request } from 'node:http'
import { pipeline } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { hasPgbouncer, startPgbouncer } from '#platform/testing/pgbouncer.ts'
import { startReplica } from '#platform/testing/replica.ts'
import { refuse, startS3Server } from '#platform/testing/s3-server.ts'
import { hasVarnish, startVarnish } from '#platform/testing/varnish.ts'
import { numbers, send } from '../shared/client.mjs'
import { until } from '../shared/until.mjs'
import { endSession, showCaret, untilReplicaAnswers } from './across-machines.mjs'
import { startBalancer } from './balancer.mjs'
import { startCluster } from './cluster.mjs'
import { checkServer } from './site-class.mjs'
import { withUploads } from './uploads.mjs'
import { withWorkload } from './workload.mjs'

const MACHINES = 2
/** Fewer connections than the processes use, so that they share them. */
const POOL_SIZE = 8
const FAULT_MS = 5_000
const LIMIT_MS = 20_000
const FRESH_MS = 1_000
const KILLS = 6
/** An upload writes its three parts and the image. */
const MAX_WRITES = 4

/** Each fault is over when `inject` resolves. */
const FAULTS = [
  {
    name: 'a replica that is 30 s behind',
    async inject({ replica, members, attempt }) {
      await replica.stop()
      await replica.start('30s')
      await delay(FAULT_MS)
      for (const { site } of members)
        await attempt('the primary answers', async () => {
          await until(LIMIT_MS, async () => (await site.metric('masthead_replica_used')) === 0)
        })
      await replica.stop()
      await replica.start()
    },
  },
  {
    name: 'a replica that hangs',
    async inject({ replica }) {
      await replica.signal('SIGSTOP')
      await delay(FAULT_MS)
      await replica.signal('SIGCONT')
    },
  },
  {
    name: 'a pooler that is restarted',
    async inject({ pooler, members, edge }) {
      // Without a database, the CDN serves what it has stored.
      edge.disturbedUntil = Number.POSITIVE_INFINITY
      await pooler.stop()
      await delay(FAULT_MS)
      await pooler.start()
      for (const { site } of members) await until(LIMIT_MS, () => site.expect(200, '/readyz').then(Boolean))
      edge.disturbedUntil = performance.now() + FRESH_MS
    },
  },
  {
    name: 'machines killed while they store uploads',
    async inject({ storage, uploads, random, attempt }) {
      for (const n of numbers(KILLS))
        await attempt(`kill ${n} at a request to the storage`, async () => {
          let left = Math.floor(random.next() * MAX_WRITES)
          const killed = Promise.withResolvers()
          storage.intercept = ({ method }) => {
            if (method !== 'PUT' || left-- !== 0) return false
            kill(uploads.member)
            killed.resolve(uploads.member)
            return random.pick([true, false])
          }
          await restart(await killed.promise)
        })
      storage.intercept = () => false
    },
  },
  {
    name: 'a storage that refuses or hangs',
    async inject({ storage }) {
      for (const fail of [(response) => refuse(response, 503, 'SlowDown'), () => true]) {
        storage.intercept = (_request, _raw, response) => fail(response)
        await delay(FAULT_MS)
        storage.intercept = () => false
        await delay(FAULT_MS)
      }
    },
  },
  {
    name: 'purges that are refused or hang',
    async inject({ edge, members, sql }) {
      for (const [n, fail] of [(response) => response.writeHead(503).end(), () => {}].entries()) {
        edge.disturbedUntil = Number.POSITIVE_INFINITY
        edge.fail = fail
        kill(members[n])
        await delay(FAULT_MS)
        edge.fail = undefined
        const [{ now }] = await sql('select clock_timestamp() as now')
        await until(LIMIT_MS, async () => {
          const unsent = await sql('select from cdn_purges where sent = 0 and created_at < $1', [now])
          return unsent.length === 0
        })
        edge.disturbedUntil = performance.now() + FRESH_MS
        await restart(members[n])
      }
    },
  },
]

function kill(member) {
  member.isRunning = false
  process.kill(member.site.server.pid, 'SIGKILL')
}

async function restart(member) {
  await member.site.untilEnded()
  await member.site.startAgain()
  member.isRunning = true
}

/**
 * Two processes with folders of their own behind a balancer and a CDN, with uploads in S3-compatible storage, a pooler in
 * transaction mode and a read replica: people, limits and streams do not depend on the machine, and faults neither make
 * pages old nor lose uploads nor repeat emails.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const severalMachines = {
  name: 'several-machines',
  title: 'two machines, S3, a pooler, a read replica and a CDN',
  limitSeconds: 900,
  missing: hasPgbouncer && hasVarnish ? undefined : 'PgBouncer or Varnish is not installed',
  async run({ attempt, random }) {
    await using closing = new AsyncDisposableStack()
    let [replica, pooler] = []
    let members = []
    const storage = closing.use(await startS3Server())
    const balancer = closing.use(await startBalancer(() => members.map(({ site }) => site.url)))
    const edge = await startEdge(closing, balancer)
    const cluster = await startCluster(closing, MACHINES, async (url) => {
      replica = closing.use(await startReplica(url))
      pooler = closing.use(
        await startPgbouncer(url, { poolMode: 'transaction', ignoredParameters: '', poolSize: POOL_SIZE }),
      )
      return (directUrl) => ({
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: directUrl,
        DATABASE_READ_URL: replica.url,
        STORAGE_URL: storage.address('machines'),
        CDN: 'varnish',
        CDN_PURGE_URL: edge.purgeUrl,
      })
    })
    members = cluster.members
    cluster.edges = [edge]

    await attempt('a caret on one machine is shown on the other', () => showCaret(members))
    await attempt('a session ends on both machines', () => endSession(members))
    for (const { site } of members) await attempt('pages use the replica', () => untilReplicaAnswers(site))

    for (const { name, inject } of FAULTS) {
      const context = { ...cluster, replica, pooler, storage, edge, attempt, random }
      const injectWithUploads = () =>
        withUploads(cluster, attempt, { label: name, inject: (uploads) => inject({ ...context, uploads }) })
      await withWorkload(cluster, attempt, { label: name, pick: random.pick, inject: injectWithUploads })
      for (const { site } of members)
        await attempt(`${name}: the replica is used again`, () =>
          until(LIMIT_MS, async () => (await site.metric('masthead_replica_used')) === 1),
        )
    }
    for (const { site } of members) await checkServer(site, attempt, { logsErrors: true })
  },
}

/** Starts Varnish, and a proxy for its purges that fails while `fail` is set. @returns a reader of pages */
async function startEdge(closing, balancer) {
  const varnish = closing.use(await startVarnish(balancer.port))
  const purges = closing.use(
    await startLocalServer((incoming, response) => {
      if (edge.fail) return edge.fail(response)
      const outgoing = request(
        varnish.url,
        { method: incoming.method, headers: incoming.headers },
        (upstream) => {
          // The process that asked was killed.
          if (response.destroyed) return upstream.destroy()
          response.writeHead(upstream.statusCode)
          pipeline(upstream, response, () => {})
        },
      )
      outgoing.on('error', () => response.destroy()).end()
    }),
  )
  const edge = {
    purgeUrl: purges.origin,
    site: { send: (path) => send(varnish.url, path) },
    disturbedUntil: 0,
    fail: undefined,
  }
  return edge
}
