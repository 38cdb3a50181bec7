import type { IncomingMessage, ServerResponse } from 'node:http'
import { createPageCache } from '#platform/cache/page-cache.server.ts'
import { type Env, env } from '#platform/process/env.server.ts'
import { createRequestListener, type RequestHandler } from '#platform/server/http.server.ts'
import { prepareFirstStart } from './first-start.server.ts'
import { type Application, siteHttpOptions } from './http-options.server.ts'
import { openServices } from './services.server.ts'
import { openSite } from './site.server.ts'

export type DevSite = {
  /** @param next lets Vite serve its files */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** Vite has no file for the request. */
  resume(request: IncomingMessage): void
  close(): Promise<void>
}

/** Stores nothing, so that pages show changed code at once. */
const NO_CACHE = createPageCache({ maxBytes: 1 })

/** Opens the site without page cache, jobs and newsletters. */
export async function openDevSite(
  application: Application,
  port: number,
  environment: Env = env(),
): Promise<DevSite> {
  const closing = new AsyncDisposableStack()
  try {
    const services = await openServices(environment, closing)
    await prepareFirstStart(services.database.db, environment)
    const site = await openSite(environment, services, closing)
    closing.defer(site.closeStreams)
    site.gate.setPort(port)
    const vite = createViteHandler()
    const options = siteHttpOptions(environment, application, { ...site, cache: NO_CACHE }, vite.serveFile)
    const respond = createRequestListener(options)
    return {
      handle(request, response, next) {
        vite.expect(request, next)
        respond(request, response)
      },
      resume: vite.resume,
      close: () => closing.disposeAsync(),
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

function createViteHandler() {
  const middleware = new WeakMap<IncomingMessage, () => void>()
  const resumed = new WeakMap<IncomingMessage, () => void>()
  const serveFile: RequestHandler = (_path, request, response) =>
    new Promise((resolve) => {
      resumed.set(request, () => resolve(false))
      response.once('close', () => resolve(true))
      middleware.get(request)?.()
    })
  return {
    serveFile,
    expect(request: IncomingMessage, next: () => void): void {
      middleware.set(request, next)
    },
    resume(request: IncomingMessage): void {
      resumed.get(request)?.()
    },
  }
}
