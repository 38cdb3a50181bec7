import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Append, AppendOutcome } from '../server/append-update.server.ts'
import type { DocumentUpdates, UpdatesRequest } from '../server/read-updates.server.ts'
import type { DraftActor } from '../server/require-draft-access.server.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const script = (url: string) => `
import { appendUpdate } from '#features/newsroom/server/append-update.server.ts'
import { readUpdates } from '#features/newsroom/server/read-updates.server.ts'
import { openDatabase } from '#platform/database/db.server.ts'
import { listenForNotifications } from '#platform/database/notifications.server.ts'
const url = ${JSON.stringify(url)}
const { db } = openDatabase(url, () => {})
const functions = { appendUpdate, readUpdates }
process.on('message', async ({ call, name, args }) => {
  const outcome = await functions[name](db, ...args).then((result) => ({ result }), (error) => ({ error }))
  process.send({ call, ...outcome })
})
process.once('disconnect', () => process.exit())
await listenForNotifications(url, 'masthead_live', {
  onNotification: (payload) => process.send({ announced: JSON.parse(payload) }),
  onGap: () => process.send({ isReady: true }),
  onError() {},
})
`

type Announced = { draft?: string; seq?: number }
type Message = { call?: number; result?: unknown; error?: unknown; announced?: Announced; isReady?: true }

/** A process that stores and reads the updates of drafts. Its functions reject if it ends before they do. */
export type DraftProcess = AsyncDisposable & {
  append(by: DraftActor, append: Append): Promise<AppendOutcome>
  read(by: DraftActor, request: UpdatesRequest): Promise<DocumentUpdates>
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

/** @param onUpdate receives the number of each new update of any process, which PostgreSQL announces */
export async function startDraftProcess(
  databaseUrl: string,
  onUpdate: (draft: string, seq: number) => void,
): Promise<DraftProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script(databaseUrl)], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const ended = once(child, 'close')
  const ready = Promise.withResolvers<void>()
  const calls = new Map<number, PromiseWithResolvers<unknown>>()
  let lastCall = 0
  child.on('message', ({ call, result, error, announced, isReady }: Message) => {
    if (isReady) ready.resolve()
    if (announced?.draft && announced.seq) onUpdate(announced.draft, announced.seq)
    if (call === undefined) return
    if (error) calls.get(call)?.reject(error)
    else calls.get(call)?.resolve(result)
    calls.delete(call)
  })
  const endedError = new Error('The process has ended')
  void ended.then(() => {
    ready.reject(endedError)
    for (const { reject } of calls.values()) reject(endedError)
  })

  async function callFunction<Result>(name: string, ...args: unknown[]): Promise<Result> {
    if (!child.connected) throw endedError
    const response = Promise.withResolvers<unknown>()
    lastCall += 1
    calls.set(lastCall, response)
    // Without a callback, a process that has just been killed is an uncaught error.
    child.send({ call: lastCall, name, args }, () => {})
    return (await response.promise) as Result
  }

  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await ended
  }

  await ready.promise
  return {
    append: (by, append) => callFunction('appendUpdate', by, append, new Date()),
    read: (by, request) => callFunction('readUpdates', by, request),
    kill,
    [Symbol.asyncDispose]: kill,
  }
}
