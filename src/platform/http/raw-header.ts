import type { IncomingMessage } from 'node:http'

/**
 * A header of a request from the list in which it came. `request.headers` would first make an object of them all,
 * which takes longer than all else that a stored page needs. Of a header that stands there twice, the first.
 *
 * @param name in lower case
 */
export function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index]
    if (given?.length === name.length && given.toLowerCase() === name) return rawHeaders[index + 1]
  }
  return undefined
}
