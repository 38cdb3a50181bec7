import { readAccount } from './current-session.server.ts'

/** Leads password managers to the form for a new password (W3C, A Well-Known URL for Changing Passwords). */
export async function redirectToPasswordForm({ request }: { request: Request }): Promise<Response> {
  const account = await readAccount(request.headers)
  const location = account ? '/admin/settings?tab=security' : '/admin/login'
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
}
