import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Env, env } from '#platform/process/env.server.ts'
import type { RenderPage } from '#platform/render/page-renderer.server.ts'
import { createRequestListener, type RequestHandler } from '#platform/server/http.server.ts'
import { prepareFirstStart } from './first-start.server.ts'
import { type Application, createSiteRenderer, siteHttpOptions } from './http-options.server.ts'
import { openServices } from './services.server.ts'
import { openSite } from './site.server.ts'

export type DevSite = {
  /** @param next lets Vite serve its files */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** Vite has no file for the request. */
  resume(request: IncomingMessage): void
  close(): Promise<void>
}

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
    const renderPage = renderUncached(createSiteRenderer(application, site))
    const respond = createRequestListener(
      siteHttpOptions(environment, application, renderPage, site, vite.serveFile),
    )
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

/** Pages show changed code at once. */
function renderUncached(renderPage: RenderPage): RenderPage {
  return async (request, client) => ({
    ...(await renderPage(request, client)),
    tags: new Set(),
    expiresAt: 0,
  })
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
