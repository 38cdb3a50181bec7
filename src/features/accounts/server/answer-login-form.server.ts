import { answerAuth } from './answer-auth.server.ts'

const LOGIN = '/admin/login'

/**
 * `POST /admin/login`: a login form that was sent before its script ran. It signs in as the call does and leads back to the
 * page, which sends on who is signed in; a second factor, and what went wrong, take the script.
 */
export async function answerLoginForm({ request }: { request: Request }): Promise<Response> {
  const call = new URL('/api/auth/sign-in/email', request.url)
  const { headers: answered } = await answerAuth({ request: new Request(call, request) })
  const headers = new Headers({ location: LOGIN, 'cache-control': 'no-store' })
  for (const cookie of answered.getSetCookie()) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
