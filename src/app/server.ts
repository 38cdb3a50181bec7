import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'
import { createCallGuard, type RejectedCall } from '#platform/http/call-guard.server.ts'
import { createLowPriorityQueue } from '#platform/http/low-priority-queue.server.ts'
import { createLimitedLog, log } from '#platform/log.server.ts'
import { startAfterPaint } from '#platform/pages/start-after-paint.server.ts'
import { getServerFnById } from '#tanstack-start-server-fn-resolver'
import { boot as bootWith } from './main.ts'

const runRender = createLowPriorityQueue()

// Pages are cached whole, so streaming would gain nothing.
const handle = createStartHandler({
  async handler(context) {
    startAfterPaint(context.router)
    // React renders a page without a pause: handle waiting requests first.
    await new Promise<void>((resolve) => runRender(context, resolve))
    return defaultRenderHandler(context)
  },
})

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
  // A static import would move the list of server functions, which tests read.
  const { createFindRoute } = await import('./find-route.server.ts')
  return bootWith(fetch, createFindRoute())
}

export default { fetch }
