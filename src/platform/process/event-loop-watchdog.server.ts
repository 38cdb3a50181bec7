import type { IncomingMessage } from 'node:http'
import { areaOf } from '#kernel/paths.ts'

const THRESHOLD_MS = 200
const INTERVAL_MS = 50
const MAX_REQUESTS = 20
const MAX_PATH_LENGTH = 200

type TrackedRequest = { method: string; path: string; since: number }

export type EventLoopBlock = {
  milliseconds: number
  /** Much less than `milliseconds` if other processes used the machine. */
  processorMilliseconds: number
  /** In progress or completed during the block: "GET /search". */
  requests: string[]
}

export function createEventLoopWatchdog(options: {
  onBlock(block: EventLoopBlock): void
  now?: () => number
}) {
  const { onBlock, now = () => performance.now() } = options
  const active = new Set<TrackedRequest>()
  let ended: TrackedRequest[] = []
  let blocks = 0
  let lastTick = now()
  let lastUsage = process.cpuUsage()

  const timer = setInterval(() => {
    const milliseconds = now() - lastTick - INTERVAL_MS
    const usage = process.cpuUsage()
    if (milliseconds > THRESHOLD_MS) {
      blocks += 1
      const requests = [...ended, ...active].sort((a, b) => b.since - a.since)
      onBlock({
        milliseconds: Math.round(milliseconds),
        processorMilliseconds: Math.round(
          (usage.user + usage.system - lastUsage.user - lastUsage.system) / 1_000,
        ),
        requests: requests.slice(0, MAX_REQUESTS).map(({ method, path }) => `${method} ${path}`),
      })
    }
    ended = []
    lastTick = now()
    lastUsage = usage
  }, INTERVAL_MS)
  timer.unref()

  return {
    get blocks() {
      return blocks
    },
    /** @returns called when the request has been handled */
    track({ method = '', url = '' }: IncomingMessage): () => void {
      const request = { method, path: loggedPath(url), since: now() }
      active.add(request)
      return () => {
        active.delete(request)
        if (ended.length < MAX_REQUESTS) ended.push(request)
      }
    },
    close(): void {
      clearInterval(timer)
    },
  }
}

/** Omits the query, and the token of an email's link, which contains an address. */
function loggedPath(url: string): string {
  const path = url.split('?', 1)[0]?.slice(0, MAX_PATH_LENGTH) ?? ''
  return areaOf(path) === 'secret-link' ? `${path.slice(0, path.lastIndexOf('/'))}/…` : path
}
