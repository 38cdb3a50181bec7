import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { listenForNotifications } from '#platform/database/notifications.server.ts'
import type { Assignment, FromWorker, StopMode, ToWorker } from './messages.ts'

export type WorkerLink = {
  id: number
  assignment: Assignment
  listen: typeof listenForNotifications
  /** Ready workers, and the last notification. */
  readonly peers: readonly number[]
  readonly seq: number
  /** @returns false after `timeoutMs` */
  waitForSeq(seq: number, timeoutMs: number): Promise<boolean>
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
  const waiting = new Map<() => void, number>()
  let handlers: Parameters<typeof listenForNotifications>[2] | undefined
  let peers: readonly number[] = []
  let seq = 0
  let stopMode: StopMode | undefined

  /** Called after the caches were invalidated. */
  function advance(to: number): void {
    seq = to
    for (const [resolve, wanted] of waiting) if (wanted <= seq) resolve()
  }

  process.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'start':
        seq = message.seq
        return assigned.resolve(message.assignment)
      case 'change':
        handlers?.onNotification(message.payload)
        return advance(message.seq)
      case 'gap':
        handlers?.onGap()
        return advance(message.seq)
      case 'disconnected':
        handlers?.onDisconnected()
        return advance(message.seq)
      case 'peers':
        peers = message.ids
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
    id: cluster.worker?.id ?? 0,
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
    get peers() {
      return peers
    },
    get stopMode() {
      return stopMode
    },
    get seq() {
      return seq
    },
    async waitForSeq(wanted, timeoutMs) {
      if (wanted <= seq) return true
      const arrived = Promise.withResolvers<void>()
      waiting.set(arrived.resolve, wanted)
      const timeout = new AbortController()
      await Promise.race([arrived.promise, delay(timeoutMs, undefined, { signal: timeout.signal })])
      timeout.abort()
      waiting.delete(arrived.resolve)
      return wanted <= seq
    },
    send: (message) => void process.send?.(message),
    stopped: stopped.promise,
    interrupted: interrupted.signal,
  }
}
