import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectFile } from '#platform/process/project-file.server.ts'
import type { MediaTask, TaskResult } from './media-thread.server.ts'

const TIMEOUT_MS = 60_000
/** Pixels and WebAssembly are not counted: the size of images is limited before. */
const MEMORY_LIMIT_MB = 256
/** See features/feeds/ingest/feed-reader.server.ts. */
const YOUNG_MEMORY_LIMIT_MB = 16

/** A separate entry in the build. */
const THREAD = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, 'media-thread.server.ts')
  : projectFile('dist', 'server', 'media-thread.js')

/**
 * Reads a file in a worker thread of its own, which ends with the task: parsers of hostile files may take any time.
 *
 * @throws if the file is damaged, or beyond the limits of time and memory
 */
export async function runMediaTask<Task extends MediaTask>(
  task: Task,
  timeoutMs = TIMEOUT_MS,
): Promise<TaskResult<Task>> {
  const worker = new Worker(THREAD, {
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: MEMORY_LIMIT_MB,
      maxYoungGenerationSizeMb: YOUNG_MEMORY_LIMIT_MB,
    },
  })
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    worker.postMessage(task)
    const [result] = await once(worker, 'message', { signal: timeout })
    return result
  } finally {
    await worker.terminate()
  }
}
