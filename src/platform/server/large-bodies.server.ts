import type { IncomingMessage } from 'node:http'
import { createRequestQueue, type QueueLimits } from '#platform/concurrency/request-queue.server.ts'

/** A large request body; only staff can send one. */
export type LargeBody = {
  maxBytes: number
  /** Whose requests wait for each other. */
  person: string
  /** The application reads the body as it arrives. Others are in memory before the application starts. */
  isStreamed: boolean
}

const LIMITS: QueueLimits = { maxRunning: 8, maxWaiting: 64, maxRunningPerClient: 2, maxWaitMs: 90_000 }
/** 4 kB per second, half of what GPRS transfers. */
const MIN_BYTES = 80_000
const INTERVAL_MS = 20_000

/** Limits how many large bodies arrive at once, altogether and for each person, and how slowly. */
export function createLargeBodies() {
  const queue = createRequestQueue(LIMITS)
  return {
    /** @throws OverloadedError */
    receive<Result>(
      request: IncomingMessage,
      { person }: LargeBody,
      work: () => Promise<Result>,
    ): Promise<Result> {
      return queue.run(person, async () => {
        const stop = cutIfSlow(request)
        try {
          return await work()
        } finally {
          stop()
        }
      })
    },
  }
}

/** Closes the connection once too little has arrived within an interval. */
function cutIfSlow(request: IncomingMessage): () => void {
  const { socket } = request
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete) clearInterval(timer)
    else if (socket.bytesRead - before < MIN_BYTES) request.destroy()
    before = socket.bytesRead
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}
