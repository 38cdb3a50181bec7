import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '#platform/env.server.ts'
import { createLiveStream } from '#platform/http/live-stream.server.ts'
import { setSiteOrigin } from '#platform/site-origin.server.ts'
import { listenForChanges } from './change-announcements.server.ts'
import { prepareFirstStart } from './first-start.server.ts'
import { openMedia } from './media.server.ts'
import { openServices } from './services.server.ts'

export type DevServices = {
  /** Answers what the built server answers beside pages: images and the stream of changes. False for another's request. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  close(): Promise<void>
}

/** The services under `npm run dev`: Vite serves pages and files with hot reload, so no page is stored. */
export async function openDevServices(port: number): Promise<DevServices> {
  const closing = new AsyncDisposableStack()
  try {
    const services = await openServices(env(), closing)
    setSiteOrigin(env(), port)
    await prepareFirstStart(services.database.db, env())
    const stream = createLiveStream({ trustProxy: false })
    closing.defer(() => stream.close())
    const live = await listenForChanges(services.database.url, {
      onChange: stream.tell,
      onReset: stream.reset,
      onError: () => {},
    })
    closing.defer(() => live.close())
    const media = openMedia(env(), services)
    return {
      async handle(request, response) {
        const [path = ''] = (request.url ?? '').split('?', 1)
        return (await stream.handle(path, request, response)) || media(request, response)
      },
      close: () => closing.disposeAsync(),
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
