import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { categories } from '#kernel/category.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import type { OpmlOutcome } from '../parse/opml.ts'
import type { PageHead } from '../parse/read-page-head.ts'
import type {
  ArticlePage,
  FeedContent,
  FeedDocument,
  ReaderTask,
  WebDocument,
} from './feed-reader-thread.server.ts'

export type FeedReader = {
  /** One document at a time. `invalid` beyond the limits of time or memory. */
  read(document: FeedDocument): Promise<FeedContent>
  /** Reads OPML within the same limits. */
  readOpml(text: string): Promise<OpmlOutcome>
  /** Null beyond the limits. */
  readPageHead(page: WebDocument): Promise<PageHead | null>
  /** See `extractArticle`. */
  readArticle(page: ArticlePage): Promise<string | null>
  close(): Promise<void>
}

/** Processor time for one document, which does not depend on the load of the machine. */
const TIMEOUT_MS = 10_000
/** How many times longer than the processor time a document may take. */
const MAX_SLOWDOWN = 6
const CPU_CHECK_MS = 250
const START_TIMEOUT_MS = 60_000
const MEMORY_LIMIT_MB = 512
/** For new objects. If a garbage collection exceeds the limit above by less than 16 MB, V8 ends only the thread, else the process. */
const YOUNG_MEMORY_LIMIT_MB = 16

const LIMIT_EXCEEDED = {
  kind: 'invalid',
  reason: 'The document takes too much time or memory to parse.',
  discovered: [],
} as const satisfies FeedContent & OpmlOutcome

/** Parses feeds in a worker thread, so that slow documents do not block requests. */
export function createFeedReader(timeoutMs = TIMEOUT_MS, memoryLimitMb = MEMORY_LIMIT_MB): FeedReader {
  let worker: Worker | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function perform(task: ReaderTask): Promise<unknown> {
    try {
      // A slow start is not the document's fault.
      worker ??= await startWorker(memoryLimitMb)
    } catch {
      return null
    }
    const current = worker
    try {
      return await receive(current, timeoutMs * MAX_SLOWDOWN, {
        send: () => current.postMessage(task),
        maxCpuMs: timeoutMs,
      })
    } catch {
      worker = undefined
      await current.terminate()
      return null
    }
  }

  function enqueue<Result>(task: ReaderTask): Promise<Result | null> {
    const performing = queue.then(() => perform(task))
    queue = performing
    return performing as Promise<Result | null>
  }

  return {
    read: async (document) => (await enqueue<FeedContent>({ kind: 'feed', ...document })) ?? LIMIT_EXCEEDED,
    readOpml: async (text) =>
      (await enqueue<OpmlOutcome>({ kind: 'opml', text, categories })) ?? LIMIT_EXCEEDED,
    readPageHead: (page) => enqueue<PageHead>({ kind: 'page-head', ...page }),
    readArticle: (page) => enqueue<string>({ kind: 'article', ...page }),
    async close() {
      await worker?.terminate()
      worker = undefined
    },
  }
}

/** A separate entry in the build. */
const THREAD = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, 'feed-reader-thread.server.ts')
  : projectFile('dist', 'server', 'feed-reader-thread.js')

async function startWorker(memoryLimitMb: number): Promise<Worker> {
  const worker = new Worker(THREAD, {
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: memoryLimitMb,
      maxYoungGenerationSizeMb: YOUNG_MEMORY_LIMIT_MB,
    },
  })
  // `once` reports it; without a listener, the process would end.
  worker.on('error', () => {})
  worker.unref()
  await receive(worker, START_TIMEOUT_MS).catch(async (error) => {
    await worker.terminate()
    throw error
  })
  return worker
}

type Sending = { send: () => void; maxCpuMs: number }

/** Rejects after `timeoutMs`, after `maxCpuMs` of processor time, or if the worker fails. */
async function receive(worker: Worker, timeoutMs: number, sending?: Sending): Promise<unknown> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const watch = sending && watchProcessor(worker, sending.maxCpuMs, () => timeout.abort())
  try {
    const received = once(worker, 'message', { signal: timeout.signal })
    sending?.send()
    return (await received)[0]
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
  }
}

function watchProcessor(worker: Worker, maxMs: number, onExceeded: () => void): NodeJS.Timeout {
  const started = cpuMs(worker)
  return setInterval(async () => {
    const [before, now] = await Promise.all([started, cpuMs(worker)])
    if (before !== null && now !== null && now - before > maxMs) onExceeded()
  }, CPU_CHECK_MS)
}

/** Null once the worker has ended. */
async function cpuMs(worker: Worker): Promise<number | null> {
  const usage = await worker.cpuUsage().catch(() => null)
  return usage && (usage.user + usage.system) / 1_000
}
