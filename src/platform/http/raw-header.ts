import type { IncomingMessage } from 'node:http'

/**
 * Building `request.headers` takes longer than sending a cached page.
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
