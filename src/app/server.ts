import {
  getSsrStatus,
  renderSsrHtmlResponse,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { createStartHandler, defaultRenderHandler, StartServer } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { renderInEnglish } from '#features/language/server/language.server.ts'
import { FONT_FILES } from '#features/looks/rules/font-files.ts'
import { setFontFiles } from '#features/looks/server/load-look.server.ts'
import { isAdminPath } from '#kernel/paths.ts'
import { createLowPriorityQueue } from '#platform/concurrency/low-priority-queue.server.ts'
import { createCallGuard, type RejectedCall } from '#platform/http/call-guard.server.ts'
import { isRenderingPage, passHtml } from '#platform/http/render-context.server.ts'
import { refuseSvgFiles } from '#platform/process/env.server.ts'
import { createLimitedLog, log } from '#platform/process/log.server.ts'
import { startAfterPaint } from '#platform/render/start-after-paint.server.ts'
import { getServerFnById } from '#tanstack-start-server-fn-resolver'
import { boot as bootWith } from './main.ts'

setFontFiles(FONT_FILES)
refuseSvgFiles()

const runRender = createLowPriorityQueue()

// Pages are cached whole, so streaming would gain nothing.
const handle = createStartHandler({
  async handler(context) {
    startAfterPaint(context.router)
    // React renders without a pause: handle waiting requests first.
    await new Promise<void>((resolve) => runRender(context, resolve))
    const render = () => (isRenderingPage() ? renderHtml(context) : defaultRenderHandler(context))
    return isAdminPath(context.router.state.location.pathname) ? renderInEnglish(render) : render()
  },
})

/** Like the default handler, but without a `Response` body. */
async function renderHtml({ router, responseHeaders }: Parameters<typeof defaultRenderHandler>[0]) {
  try {
    const html = renderToString(createElement(StartServer, { router }))
    passHtml(await transformHtmlStringWithRouter(router, html))
    return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
  } catch (error) {
    return renderSsrHtmlResponse({ router, responseHeaders, render: () => Promise.reject(error) })
  } finally {
    router.serverSsr?.cleanup()
  }
}

const reportRejectedCall = createLimitedLog<RejectedCall>((call, suppressed) =>
  log().warn({ ...call, suppressed }, 'A server function call was rejected'),
)

const fetch = createCallGuard({
  handle,
  findName: (id) =>
    getServerFnById(id, { origin: 'client' }).then(
      ({ serverFnMeta }) => serverFnMeta?.name ?? id,
      () => undefined,
    ),
  onRejected: reportRejectedCall,
})

/** Called by `masthead start`. */
export const boot = async () => {
  // A static import would move the list of server functions that e2e/fixtures/server-functions.ts reads.
  const { createFindRoute } = await import('./find-route.server.ts')
  return bootWith(fetch, createFindRoute())
}

export default { fetch }
