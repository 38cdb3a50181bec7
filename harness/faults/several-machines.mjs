import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { hasPgbouncer, startPgbouncer } from '#platform/testing/pgbouncer.ts'
import { startReplica } from '#platform/testing/replica.ts'
import { startMasthead } from '../../e2e/fixtures/masthead-server.ts'
import { jsonRequest, numbers, send } from '../shared/client.mjs'
import { openEditor } from '../shared/editor.mjs'
import { connectTo } from '../shared/postgres.mjs'
import { until } from '../shared/until.mjs'
import { startCluster } from './cluster.mjs'
import { checkServer } from './site-class.mjs'
import { withWorkload } from './workload.mjs'

const MACHINES = 2
/** Fewer connections than the processes use, so that they share them. */
const POOL_SIZE = 8
const FAULT_MS = 5_000
const LIMIT_MS = 20_000
const FRESH_MS = 1_000
/** The limit of sign-ins from one address within ten seconds. */
const MAX_SIGN_INS = 3

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
          if ((await site.metric('masthead_replica_used')) !== 0) throw new Error('the replica is used')
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
    async inject({ pooler, members }) {
      await pooler.stop()
      await delay(FAULT_MS)
      await pooler.start()
      for (const { site } of members) await until(LIMIT_MS, () => site.expect(200, '/readyz').then(Boolean))
    },
  },
  {
    name: 'lost notifications',
    async inject({ members }) {
      for (const { proxy } of members) {
        proxy.setFault(({ application }) => (application === 'masthead live' ? 'lose-before' : undefined))
        for (const { application, cut } of proxy.connections) if (application === 'masthead live') cut()
        await delay(FAULT_MS)
        proxy.setFault()
      }
    },
  },
  {
    name: 'a machine that is killed',
    async inject({ members }) {
      for (const member of members) {
        member.isRunning = false
        process.kill(member.site.server.pid, 'SIGKILL')
        await member.site.untilEnded()
        await delay(FAULT_MS)
        await member.site.startAgain()
        member.isRunning = true
      }
    },
  },
]

/**
 * Two processes with folders of their own behind a balancer, with a pooler in transaction mode and a read replica:
 * people, limits and streams do not depend on the machine, and faults neither make pages old nor repeat emails.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const severalMachines = {
  name: 'several-machines',
  title: 'two machines, a pooler and a read replica',
  limitSeconds: 600,
  missing: hasPgbouncer ? undefined : 'PgBouncer is not installed',
  async run({ attempt, random }) {
    await using closing = new AsyncDisposableStack()
    let [replica, pooler] = []
    let databaseUrl = ''
    const cluster = await startCluster(closing, MACHINES, async (url) => {
      databaseUrl = url
      replica = closing.use(await startReplica(url))
      pooler = closing.use(
        await startPgbouncer(url, { poolMode: 'transaction', ignoredParameters: '', poolSize: POOL_SIZE }),
      )
      return (directUrl) => ({
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: directUrl,
        DATABASE_READ_URL: replica.url,
      })
    })
    const { members, sql } = cluster
    const balancer = closing.use(await startBalancer(members.map(({ site }) => site.url)))

    await attempt('both machines start for the first time at once', () => startTogether(sql, databaseUrl))
    await attempt('a person edits on both machines', () => editOnAll(balancer, members[0].site))
    await attempt('the limit of sign-ins counts both machines', () => exceedSignIns(balancer))
    await attempt('open pages of one machine follow changes of the other', () => followChange(members))
    await attempt('at most four direct connections of each process', () => countDirectConnections(sql))
    for (const { site } of members) await attempt('pages use the replica', () => untilReplicaAnswers(site))

    for (const { name, inject } of FAULTS) {
      const context = { ...cluster, replica, pooler, attempt }
      await withWorkload(cluster, attempt, { label: name, pick: random.pick, inject: () => inject(context) })
      for (const { site } of members)
        await attempt(`${name}: the replica is used again`, () =>
          until(LIMIT_MS, async () => (await site.metric('masthead_replica_used')) === 1),
        )
    }
    for (const { site } of members) await checkServer(site, attempt, { logsErrors: true })
  },
}

/** Starts the machines at once: only one of them migrates the database and adds the sample edition. */
async function startTogether(sql, databaseUrl) {
  await sql('create database together')
  const url = new URL(databaseUrl)
  url.pathname = '/together'
  const env = { DATABASE_URL: url.href, SAMPLE_EDITION: 'on' }
  await using closing = new AsyncDisposableStack()
  const started = await Promise.allSettled(numbers(MACHINES).map(() => startMasthead(env)))
  for (const { value } of started) if (value) closing.use(value)
  const failed = started.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
  const client = await connectTo(url.href, closing)
  const { rows } = await client.query(
    'select count(*)::int as count, count(distinct title)::int as titles from articles',
  )
  if (rows[0].count === 0 || rows[0].count !== rows[0].titles) throw new Error(JSON.stringify(rows[0]))
}

/** Sends each request to the next server. */
async function startBalancer(origins) {
  let count = 0
  const server = await startLocalServer((incoming, response) => {
    const origin = origins[count++ % origins.length]
    const { method, url, headers } = incoming
    const outgoing = request(origin + url, { method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode, upstream.headers)
      upstream.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  const url = server.origin.replace('127.0.0.1', 'localhost')
  return {
    url,
    send: (path, options) => send(url, path, options),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function editOnAll(balancer, site) {
  const editor = openEditor(balancer, await site.signIn('author'))
  let draft = await editor.createDraft({ title: 'Harbour' })
  for (const n of numbers(4)) draft = await editor.edit(draft, { title: `Harbour ${n}` })
  const [stored] = await site.sql('select version from drafts where id = $1', [draft.id])
  if (stored?.version !== draft.version) throw new Error(`version ${stored?.version}, not ${draft.version}`)
}

async function exceedSignIns(balancer) {
  const statuses = []
  for (const n of numbers(MAX_SIGN_INS + 1)) {
    const data = { email: `nobody-${n}@example.org`, password: 'a password that is wrong' }
    const { status } = await balancer.send(
      '/api/auth/sign-in/email',
      jsonRequest(balancer.url, data, '198.18.40.1'),
    )
    statuses.push(status)
  }
  if (statuses.filter((status) => status === 429).length !== 1) throw new Error(statuses.join(', '))
}

async function followChange([{ site }, other]) {
  const [id] = await site.publish([{ title: 'Followed' }])
  const stream = await fetch(`${other.site.url}/api/live`)
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader()
  await reader.read()
  const changedAt = performance.now()
  await site.sql('update articles set title = $1 where id = $2', ['Followed and changed', id])
  for (let received = ''; !received.includes(id); ) {
    const { value, done } = await reader.read()
    if (done) throw new Error('the stream ended')
    received += value
  }
  const ms = performance.now() - changedAt
  await reader.cancel()
  if (ms > FRESH_MS) throw new Error(`${ms.toFixed(0)} ms`)
}

/** Counts the connections to PostgreSQL that do not lead through the pooler, by their application names. */
async function countDirectConnections(sql) {
  const rows = await sql(
    `select application_name as name, count(*)::int as count from pg_stat_activity
     where application_name ~ '^(masthead (live|lock)|masthead, process|backup)' group by 1`,
  )
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  if (total === 0 || total > MACHINES * 4) throw new Error(JSON.stringify(rows))
}

async function untilReplicaAnswers(site) {
  let n = 0
  await until(LIMIT_MS, async () => {
    // Pages of their own are not cached yet.
    await site.expect(200, `/search?q=replica${n++}`)
    return (await site.metric('masthead_page_queries_total\\{server="replica"\\}')) > 0
  })
}
