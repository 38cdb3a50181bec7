import { RequestFailure } from '#kernel/request-failure.ts'
import { fetchOwn } from './fetch-from-server.ts'

/** @throws RequestFailure if the site did not respond or a retry may succeed; otherwise an Error with the message of the response */
export async function requestOwn(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetchOwn(path, { method: 'POST', ...init })
  const { ok, status, headers } = response
  const type = headers.get('content-type') ?? ''
  if (ok && !type.includes('html')) return response
  if (status >= 502 || !type.includes('json')) throw new RequestFailure('unavailable', `${status} ${type}`)
  const { message } = await response.json()
  throw status === 429 ? new RequestFailure('busy', status, message) : new Error(message)
}
