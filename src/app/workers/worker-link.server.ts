import type { listenForNotifications } from '#platform/database/notifications.server.ts'
import { log } from '#platform/process/log.server.ts'
import type { Assignment, FromWorker, StopMode, ToWorker } from './messages.ts'

export type WorkerLink = {
  assignment: Assignment
  listen: typeof listenForNotifications
  /** @param read provides the metrics of this worker */
  provideMetrics(read: () => Promise<unknown>): void
  /** Returns the metrics of all workers. Workers that do not respond in time are omitted. */
  readAllMetrics(): Promise<unknown[]>
  send(message: FromWorker): void
  readonly stopMode: StopMode | undefined
  stopped: Promise<StopMode>
  /** Aborts when the worker should stop without a grace period. */
  interrupted: AbortSignal
}

/** Node.js stops the worker if the primary process exits. */
export async function openWorkerLink(): Promise<WorkerLink> {
  const assigned = Promise.withResolvers<Assignment>()
  const stopped = Promise.withResolvers<StopMode>()
  const interrupted = new AbortController()
  let handlers: Parameters<typeof listenForNotifications>[2] | undefined
  let readMetrics: () => Promise<unknown> = async () => []
  let allMetrics: PromiseWithResolvers<unknown[]> | undefined
  let stopMode: StopMode | undefined

  const send = (message: FromWorker) => void process.send?.(message)

  process.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'start':
        return assigned.resolve(message.assignment)
      case 'change':
        return handlers?.onNotification(message.payload)
      case 'gap':
        return handlers?.onGap()
      case 'disconnected':
        return handlers?.onDisconnected()
      case 'readMetrics':
        return void readMetrics()
          // The other metrics are shown.
          .catch((error) => void log().error({ err: error }, 'The metrics of this worker could not be read'))
          .then((metrics) => send({ type: 'metrics', metrics }))
      case 'allMetrics':
        allMetrics?.resolve(message.metrics)
        allMetrics = undefined
        return
      case 'stop':
        stopMode = message.mode
        return stopped.resolve(message.mode)
      case 'interrupt':
        return interrupted.abort()
    }
  })
  // A terminal signals all processes, but the primary decides when workers stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

  return {
    assignment: await assigned.promise,
    async listen(_url, _channel, listener) {
      handlers = listener
      listener.onGap()
      return {
        connected: true,
        async close() {
          handlers = undefined
        },
      }
    },
    get stopMode() {
      return stopMode
    },
    provideMetrics(read) {
      readMetrics = read
    },
    readAllMetrics() {
      if (!allMetrics) send({ type: 'readAllMetrics' })
      allMetrics ??= Promise.withResolvers()
      return allMetrics.promise
    },
    send,
    stopped: stopped.promise,
    interrupted: interrupted.signal,
  }
}
