import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { projectFile } from '#platform/project-file.server.ts'
import type { FeedContent, FeedDocument } from './read-feed.server.ts'

export type FeedReader = {
  /** Reads a document, after those before it. One that takes too long or too much memory is `invalid`. */
  read(document: FeedDocument): Promise<FeedContent>
  close(): Promise<void>
}

const LONGEST_MS = 10_000
const MEMORY_MB = 512

/**
 * Reads feeds on a thread of its own, so that no document, however it was made, holds up the readers of the paper. The
 * thread runs from the source, in the built server too: Node.js reads it as it is.
 */
export function createFeedReader(longestMs = LONGEST_MS): FeedReader {
  let worker: Worker | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function readNow(document: FeedDocument): Promise<FeedContent> {
    worker ??= startWorker()
    const current = worker
    const giveUp = new AbortController()
    const late = setTimeout(() => giveUp.abort(), longestMs)
    try {
      const answer = once(current, 'message', { signal: giveUp.signal })
      current.postMessage(document)
      const [content] = (await answer) as [FeedContent]
      return content
    } catch {
      worker = undefined
      await current.terminate()
      return { kind: 'invalid', reason: 'The document takes too much time or memory to read.' }
    } finally {
      clearTimeout(late)
    }
  }

  return {
    read(document) {
      const reading = queue.then(() => readNow(document))
      queue = reading
      return reading
    },
    async close() {
      await worker?.terminate()
      worker = undefined
    },
  }
}

function startWorker(): Worker {
  const worker = new Worker(projectFile('src', 'features', 'feeds', 'feed-reader-thread.server.ts'), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  // Out of memory is an error of the thread; whoever waits for its answer is told by `once`.
  worker.on('error', () => {})
  worker.unref()
  return worker
}
