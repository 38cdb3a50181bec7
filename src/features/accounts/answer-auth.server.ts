import { log } from '#platform/log.server.ts'
import { auth } from './auth.server.ts'

/** What is open of better-auth's many endpoints. Each that is added here is answered to anybody who asks. */
const OPEN = new Set(['POST /api/auth/sign-in/email', 'POST /api/auth/sign-out', 'GET /api/auth/get-session'])

/** `/api/auth/…`: signing in and out with e-mail and password, and the session of who asks (spec §7, Auth). */
export async function answerAuth({ request }: { request: Request }): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (!OPEN.has(`${request.method} ${pathname}`))
    return Response.json({ message: 'There is no such call.' }, { status: 404 })
  try {
    return await (await auth()).handler(request)
  } catch (error) {
    log().warn({ err: error }, 'Accounts cannot be reached')
    const body = { message: 'Accounts cannot be reached at the moment. Please try again later.' }
    return Response.json(body, { status: 503, headers: { 'retry-after': '10' } })
  }
}
