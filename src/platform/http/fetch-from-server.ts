import { RequestFailure } from '#kernel/request-failure.ts'
import { DISK_FULL_HEADER } from '#platform/errors/is-disk-full.ts'

/** @throws RequestFailure without a response, while the site is closed, or while its server's disk is full */
export async function fetchOwn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init).catch((cause) => {
    throw failureWithoutResponse(cause)
  })
  const { status, headers } = response
  if (headers.has(DISK_FULL_HEADER)) throw new RequestFailure('disk-full', status)
  if (headers.has('x-maintenance')) throw new RequestFailure('maintenance', status, await response.text())
  return response
}

/**
 * Rejects responses of proxies, which the framework would return as a function's result, or throw as a message.
 *
 * @throws RequestFailure without a response of a server function, or while the database is unavailable
 */
export async function fetchFromServer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchOwn(input, init)
  const { status, headers } = response
  const type = headers.get('content-type')
  // The framework does not mark its 404 responses.
  const isCall = headers.has('x-tss-serialized') || (status === 404 && type?.includes('json'))
  if (isCall && status !== 503) return response
  throw new RequestFailure(status === 404 ? 'outdated' : 'unavailable', `${status} ${type}`)
}

export function failureWithoutResponse(cause?: unknown): RequestFailure {
  return new RequestFailure(navigator.onLine ? 'unreachable' : 'offline', cause)
}
