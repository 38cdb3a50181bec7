import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Env, env } from '#platform/env.server.ts'
import { prepareFirstStart } from './first-start.server.ts'
import { openServices } from './services.server.ts'
import { openSite } from './site.server.ts'

export type DevSite = {
  /** @returns false for pages */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  close(): Promise<void>
}

/** Opens the site without its page cache, jobs and newsletters. Vite serves pages at any host, even during maintenance. */
export async function openDevSite(port: number, environment: Env = env()): Promise<DevSite> {
  const closing = new AsyncDisposableStack()
  try {
    const services = await openServices(environment, closing)
    await prepareFirstStart(services.database.db, environment)
    const site = await openSite(environment, services, closing)
    closing.defer(site.closeStreams)
    site.gate.setPort(port)
    const handlers = [...site.routes.probes, ...site.routes.handlers]
    return {
      async handle(request, response) {
        const [path = ''] = (request.url ?? '').split('?', 1)
        for (const handler of handlers) if (await handler(path, request, response)) return true
        return false
      },
      close: () => closing.disposeAsync(),
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
