import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '#platform/env.server.ts'
import { setSiteOrigin } from '#platform/site-origin.server.ts'
import { prepareFirstStart } from './first-start.server.ts'
import { openMedia } from './media.server.ts'
import { openServices } from './services.server.ts'

export type DevServices = {
  /** Answers what the built server answers beside pages: pictures. False when the request is another's. */
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
    return { handle: openMedia(env(), services), close: () => closing.disposeAsync() }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
