import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'
import { rejectInvalidCall } from '#platform/http/reject-invalid-call.server.ts'
import { startAfterPaint } from '#platform/pages/start-after-paint.server.ts'
import { getServerFnById } from '#tanstack-start-server-fn-resolver'
import { boot as bootWith } from './main.ts'

// Pages are cached whole, so streaming would gain nothing.
const handle = createStartHandler({
  handler: (context) => {
    startAfterPaint(context.router)
    return defaultRenderHandler(context)
  },
})

const isServerFunction = (id: string) =>
  getServerFnById(id, { origin: 'client' }).then(
    () => true,
    () => false,
  )

const fetch = async (request: Request) =>
  (await rejectInvalidCall(request, isServerFunction)) ?? (await handle(request))

/** Called by `masthead start`. */
export const boot = async () => {
  // A static import would move the list of server functions, which tests read, out of this file.
  const { createFindRoute } = await import('./find-route.server.ts')
  return bootWith(fetch, createFindRoute())
}

export default { fetch }
