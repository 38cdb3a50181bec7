import { setTimeout as delay } from 'node:timers/promises'
import { startCluster } from './cluster.mjs'
import { checkServer } from './site-class.mjs'
import { withWorkload } from './workload.mjs'

const PROCESSES = [2, 4]
const FAULTS = 8
const MAX_STATEMENT = 40
/** The monitor of the database alone executes a statement twice per second. */
const HIT_LIMIT_MS = 30_000
/** Until a silent connection of change notifications is replaced. */
const SILENCE_LIMIT_MS = 5_000
const STOP_MS = 2_500
const SLOW_MS = 100
const SLOW_DURATION_MS = 4_000
const UNHEARD_MS = 3_000
const HOUR_MS = 3_600_000
const CLOCK_STEP_MS = 1_500

const isAny = () => true
const lose = ({ random }) => random.pick(['lose-before', 'lose-after'])
/** Statements of publications, of campaigns and of the job queue. */
const isJobStep = ({ application, text }) =>
  application === 'masthead jobs' || /publications|revisions|newsletter_|pgboss/.test(text)

/** Each repeats a fault of one kind in processes that it chooses. */
const KINDS = [
  {
    name: 'statements',
    title: 'statements that fail',
    inject: (context) => disturbStatements(context, { filter: isAny, chooseFault: () => 'fail' }),
  },
  {
    name: 'lost-statements',
    title: 'connections lost at a statement',
    inject: (context) => disturbStatements(context, { filter: isAny, chooseFault: () => lose(context) }),
  },
  {
    name: 'lost-commits',
    title: 'connections lost at COMMIT',
    inject: (context) =>
      disturbStatements(context, {
        filter: ({ text }) => text === 'commit',
        maxStatement: 1,
        chooseFault: () => lose(context),
      }),
  },
  {
    name: 'half-open',
    title: 'half-open connections',
    async inject(context) {
      await disturbStatements(context, {
        filter: isAny,
        chooseFault({ member }) {
          member.disturbedUntil = performance.now() + SILENCE_LIMIT_MS
          return 'silence'
        },
      })
      const member = context.random.pick(context.members)
      member.disturbedUntil = performance.now() + SILENCE_LIMIT_MS
      for (const connection of member.proxy.connections) connection.silence()
    },
  },
  {
    name: 'slow-database',
    title: 'slow responses of the database',
    async inject({ members }) {
      for (const { proxy } of members) proxy.setDelay(SLOW_MS)
      await delay(SLOW_DURATION_MS)
      for (const { proxy } of members) proxy.setDelay(0)
    },
  },
  {
    name: 'notifications',
    title: 'lost change notifications',
    async inject({ members, random }) {
      for (const { proxy } of [random.pick(members), ...members]) {
        proxy.setFault(({ application }) => (application === 'masthead live' ? 'lose-before' : undefined))
        for (const { application, cut } of proxy.connections) if (application === 'masthead live') cut()
        await delay(UNHEARD_MS)
        proxy.setFault()
      }
    },
  },
  {
    name: 'stopped-jobs',
    title: 'processes stopped by SIGSTOP at job steps',
    inject: (context) =>
      disturbStatements(context, {
        filter: isJobStep,
        chooseFault({ member }) {
          member.isRunning = false
          member.disturbedUntil = Number.POSITIVE_INFINITY
          process.kill(member.site.server.pid, 'SIGSTOP')
        },
        async recover(member) {
          await delay(STOP_MS)
          process.kill(member.site.server.pid, 'SIGCONT')
          member.disturbedUntil = performance.now()
          member.isRunning = true
        },
      }),
  },
  {
    name: 'killed-jobs',
    title: 'processes killed at job steps',
    inject: (context) =>
      disturbStatements(context, {
        filter: isJobStep,
        chooseFault({ member }) {
          member.isRunning = false
          process.kill(member.site.server.pid, 'SIGKILL')
          return context.random.pick(['lose-before', undefined])
        },
        async recover(member) {
          await member.site.untilEnded()
          await member.site.startAgain()
          member.isRunning = true
        },
      }),
  },
  {
    name: 'clocks',
    title: 'clocks that are set forward and back',
    async inject({ members, random }) {
      for (const hours of [1, -1, 25, 0]) {
        await random.pick(members).setClock(hours * HOUR_MS)
        await delay(CLOCK_STEP_MS)
      }
      for (const { setClock } of members) await setClock(0)
    },
  },
]

/**
 * For each kind of fault, a class that runs on two and on four processes.
 *
 * @type {import('./run-class.mjs').FaultClass[]}
 */
export const databaseFaults = KINDS.map(({ name, title, inject }) => ({
  name,
  title,
  limitSeconds: 600,
  async run({ attempt, random }) {
    for (const count of PROCESSES) {
      await using closing = new AsyncDisposableStack()
      const cluster = await startCluster(closing, count)
      const label = `${name} ${count}`
      const context = { ...cluster, attempt, random, label }
      await withWorkload(cluster, attempt, { label, pick: random.pick, inject: () => inject(context) })
      for (const { site } of cluster.members) await checkServer(site, attempt, { logsErrors: true })
    }
  },
}))

/**
 * Disturbs the n-th statement from now on of all processes, several times.
 *
 * @param {{ filter: (statement: { application: string, text: string }) => boolean, maxStatement?: number,
 *   chooseFault: (at: { member: any }) => import('../shared/fault-proxy.mjs').Fault,
 *   recover?: (member: any) => Promise<void> }} options
 */
async function disturbStatements(
  { members, attempt, random, label },
  { filter, maxStatement = MAX_STATEMENT, chooseFault, recover },
) {
  for (let n = 1; n <= FAULTS; n += 1) {
    let left = 1 + Math.floor(random.next() * maxStatement)
    const hit = Promise.withResolvers()
    for (const member of members)
      member.proxy.setFault((statement) => {
        if (!filter(statement)) return undefined
        left -= 1
        if (left !== 0) return undefined
        hit.resolve(member)
        return chooseFault({ member })
      })
    await attempt(`${label}: fault ${n}`, async () => {
      const missing = delay(HIT_LIMIT_MS, undefined, { ref: false }).then(() => {
        throw new Error('there was no such statement')
      })
      const member = await Promise.race([hit.promise, missing])
      await recover?.(member)
    })
  }
  for (const { proxy } of members) proxy.setFault()
}
