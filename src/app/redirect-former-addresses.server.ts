import { redirectQueryKey } from '#features/redirects/rules/redirect-address.ts'
import { withoutLastSlashes } from '#kernel/paths.ts'
import { keepQuery } from '#platform/http/keep-query.ts'
import { sendText } from '#platform/http/responses.server.ts'
import type { WithoutRender } from '#platform/render/page-pipeline.server.ts'
import { isRead, type RequestHandler } from '#platform/server/http.server.ts'

/**
 * Redirects former addresses that end with a slash, or whose query identifies the page (`/?p=123`), in one step. Otherwise, the
 * former would first be redirected to the address without the slash, and the latter would be the home page. All other former
 * addresses are redirected where no page is found.
 *
 * @param options.isClosed whether maintenance mode closes the path
 * @param options.findRedirect as `findRedirectAddress`, of an encoded path or a key
 * @param options.hasPage asked only if there is a redirect
 */
export function createFormerAddressHandler(options: {
  isClosed(path: string): boolean
  findRedirect(key: string): Promise<WithoutRender | undefined>
  hasPage(path: string): Promise<boolean>
}): RequestHandler {
  return async (path, request, response) => {
    if (!isRead(request) || options.isClosed(path)) return false
    const query = request.url?.slice(path.length) ?? ''
    const key = redirectQueryKey(path, query)
    const hasSlash = path.length > 1 && path.endsWith('/')
    if (key === undefined && !hasSlash) return false
    const byQuery = key === undefined ? undefined : await options.findRedirect(key)
    const byPath = byQuery || !hasSlash ? undefined : await options.findRedirect(path)
    const found = byQuery ?? byPath
    if (found?.kind !== 'redirect') return false
    if (byPath && (await options.hasPage(withoutLastSlashes(path)))) return false
    response.setHeader('location', byQuery ? found.location : keepQuery(found.location, query))
    sendText(response, found.status, `See ${found.location}`)
    return true
  }
}
