import cluster, { type Worker } from 'node:cluster'
import { on } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '#platform/errors/startup-error.ts'
import { log } from '#platform/process/log.server.ts'
import { CHANNEL } from '../changes/change-notifications.server.ts'
import { listenForPacedNotifications } from '../changes/pace-ingest-changes.server.ts'
import type { DatabaseServer } from '../services.server.ts'
import type { FromWorker, StopMode, ToWorker } from './messages.ts'

/** Limits the processor time used by an error at startup. */
const RESTART_DELAY_MS = 1_000
/** Longer than requests and jobs take to finish. */
const STOP_TIMEOUT_MS = 45_000
const METRICS_TIMEOUT_MS = 3_000

type Member = {
  worker: Worker
  slot: number
  isReady: boolean
  isStopping: boolean
  exited: Promise<unknown>
}

export type Workers = {
  roll(): Promise<void>
  stop(mode: 'drain' | 'now'): Promise<void>
  interrupt(): void
}

/**
 * Replaces workers that exit, and passes PostgreSQL's notifications on. The first worker runs the jobs.
 *
 * @throws StartupError if the first worker cannot start
 */
export async function startWorkers(
  count: number,
  database: DatabaseServer,
  closing: AsyncDisposableStack,
): Promise<Workers> {
  // By default, connections passed to a worker that then dies are never answered or closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // By default, messages are JSON, which turns NaN (a metric that cannot be read) into null.
  cluster.setupPrimary({ serialization: 'advanced' })
  const members = new Set<Member>()
  let isStopping = false
  let rolling: Promise<void> | undefined

  function broadcast(message: ToWorker): void {
    for (const { worker } of members) send(worker, message)
  }

  /** @param asking the worker that requested the metrics; included even if it is still starting */
  async function readAllMetrics(asking: Member): Promise<unknown[]> {
    const serving = [...members].filter(
      (member) => member === asking || (member.isReady && !member.isStopping),
    )
    const all = await Promise.all(serving.map(({ worker }) => readMetrics(worker)))
    return all.filter((metrics) => metrics !== undefined)
  }

  /** @throws StartupError if the worker exits before it is ready */
  async function start(slot: number, isFirst = false): Promise<Member> {
    const worker = cluster.fork()
    // `once` of node:events would reject for an EPIPE of a message to an exiting worker.
    const exited = new Promise<number | string>((resolve) =>
      worker.once('exit', (code, signal) => resolve(signal ?? code)),
    )
    const member: Member = { worker, slot, isReady: false, isStopping: false, exited }
    members.add(member)
    const ready = Promise.withResolvers<void>()
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'failed') ready.reject(new StartupError(message.message))
      else if (message.type === 'ready') ready.resolve()
      else if (message.type === 'readAllMetrics')
        void readAllMetrics(member).then((metrics) => send(worker, { type: 'allMetrics', metrics }))
    })
    worker.on('error', (error) =>
      log().warn({ err: error, worker: worker.id }, 'A message to a worker failed'),
    )
    exited.then((cause) => {
      members.delete(member)
      if (!member.isReady) ready.reject(new StartupError(`A worker exited while starting (${cause}).`))
      else if (!member.isStopping) void replace(member, cause)
    })
    send(worker, { type: 'start', assignment: { database, isFirst, runsJobs: slot === 0 } })
    await ready.promise.catch(async (error) => {
      await exited
      throw error
    })
    member.isReady = true
    return member
  }

  async function replace({ worker, slot }: Member, cause: number | string): Promise<void> {
    log().error({ worker: worker.id, pid: worker.process.pid, cause }, `A worker exited (${cause})`)
    await fill(slot)
  }

  async function fill(slot: number): Promise<void> {
    while (!isStopping && !isServed(slot)) {
      try {
        const { worker } = await start(slot)
        log().info({ worker: worker.id, pid: worker.process.pid }, 'The worker was replaced')
      } catch (error) {
        log().error({ err: error }, 'A worker could not be started')
        await delay(RESTART_DELAY_MS)
      }
    }
  }

  const isServed = (slot: number) => [...members].some((member) => member.slot === slot && !member.isStopping)

  async function stopMember(member: Member, mode: StopMode): Promise<void> {
    member.isStopping = true
    send(member.worker, { type: 'stop', mode })
    const timer = setTimeout(() => member.worker.process.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await member.exited
    clearTimeout(timer)
  }

  async function rollAll(): Promise<void> {
    for (const member of [...members]) {
      if (isStopping || member.isStopping || !members.has(member)) continue
      await start(member.slot).catch((error) => {
        void fill(member.slot)
        throw error
      })
      await stopMember(member, 'roll')
    }
    log().info('All workers were replaced')
  }

  const listener = await listenForPacedNotifications(database.directUrl, CHANNEL, {
    onNotification: (payload) => broadcast({ type: 'change', payload }),
    onGap: () => broadcast({ type: 'gap' }),
    onDisconnected: () => broadcast({ type: 'disconnected' }),
    onError: (error) => log().warn({ err: error }, 'The connection for change notifications was lost'),
  })
  closing.defer(() => listener.close())

  const stop = async (mode: 'drain' | 'now') => {
    isStopping = true
    await Promise.all([...members].map((member) => stopMember(member, mode)))
  }
  // Also when a worker failed to start.
  closing.defer(() => stop('now'))
  await start(0, true)
  await Promise.all(Array.from({ length: count - 1 }, (_, index) => start(index + 1)))
  log().info(
    { workers: count, pids: [...members].map(({ worker }) => worker.process.pid) },
    `All ${count} workers are ready`,
  )
  return {
    roll() {
      rolling ??= rollAll()
        .catch((error) => log().error({ err: error }, 'The workers could not be replaced'))
        .finally(() => {
          rolling = undefined
        })
      return rolling
    },
    stop,
    interrupt: () => broadcast({ type: 'interrupt' }),
  }
}

/** Undefined if the worker does not respond in time. */
async function readMetrics(worker: Worker): Promise<unknown> {
  const messages = on(worker, 'message', {
    signal: AbortSignal.timeout(METRICS_TIMEOUT_MS),
    close: ['exit'],
  })
  send(worker, { type: 'readMetrics' })
  try {
    for await (const [message] of messages as AsyncIterable<[FromWorker]>)
      if (message.type === 'metrics') return message.metrics
  } catch {
    return undefined
  }
}

function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message)
}
