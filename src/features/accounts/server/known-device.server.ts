import { siteOrigin } from '#platform/site-origin.server.ts'
import { auth } from './auth.server.ts'
import { createDeviceCookie, readKnownDevice } from './device-cookie.server.ts'

/** Returns the id of a browser in which the account has signed in before. */
export async function findKnownDevice({ headers }: Request, email: string): Promise<string | undefined> {
  return readKnownDevice(headers.get('cookie'), email, await cookieSecret())
}

export async function rememberDevice(response: Response, request: Request, email: string): Promise<Response> {
  if (!(await findKnownDevice(request, email)))
    response.headers.append('set-cookie', createDeviceCookie(email, await cookieSecret(), siteOrigin()))
  return response
}

async function cookieSecret(): Promise<string> {
  const { $context } = await auth()
  return (await $context).secret
}
