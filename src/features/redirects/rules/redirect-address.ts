import { areaOf, decodePath, withoutLastSlashes } from '#kernel/paths.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { isUuid } from '#kernel/uuid.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'

/** A paper of 100,000 articles that comes from another system needs two for each. */
export const MAX_REDIRECTS = 1_000_000
/** In characters, decoded. Index entries are limited in size. */
export const MAX_FROM_LENGTH = 600

/** `reason` is shown to editors. */
export type Parsed<Value> = { kind: 'valid'; value: Value } | { kind: 'invalid'; reason: string }

/** Browsers and proxies treat a backslash like a slash, and ignore line breaks. */
const UNSAFE = /[\p{Cc}\\]/u

/**
 * Returns the form in which paths are stored and looked up: decoded, in lower case, without slashes at the end.
 * Undefined for a path that no redirect can have.
 *
 * @param path of a request, encoded
 */
export function redirectKey(path: string): string | undefined {
  const key = decodePath(path).normalize().toLowerCase().replace(/^\/+/, '/')
  const end = withoutLastSlashes(key)
  if (end.length < 2 || end.length > MAX_FROM_LENGTH || UNSAFE.test(end) || !end.isWellFormed())
    return undefined
  return end
}

/** The query parameters that identify a page. WordPress uses them with the address of the home page. */
const PAGE_PARAMETERS = ['p', 'page_id', 'attachment_id', 'cat', 'tag', 'author', 'author_name', 'feed', 'id']
const MAX_PARAMETER_LENGTH = 200

/**
 * Returns the key as {@link redirectKey} does, for an address whose query identifies the page: `/?p=123`. Undefined without such a
 * parameter, as for the parameters of a campaign.
 *
 * @param query empty or beginning with "?", encoded
 */
export function redirectQueryKey(path: string, query: string): string | undefined {
  if (query.length < 2) return undefined
  const given = new URLSearchParams(query)
  const parameters = PAGE_PARAMETERS.flatMap((name) => {
    const value = given.get(name)
    return value && value.length <= MAX_PARAMETER_LENGTH ? [`${name}=${value}`] : []
  })
  const page = redirectKey(withoutIndexPhp(path)) ?? '/'
  const key = `${page}?${parameters.join('&').normalize().toLowerCase()}`
  const isValid = key.length <= MAX_FROM_LENGTH && !UNSAFE.test(key) && key.isWellFormed()
  return parameters.length > 0 && isValid ? key : undefined
}

/** Removes `/index.php` from the start of a path: WordPress writes it on servers that cannot rewrite addresses. */
export function withoutIndexPhp(path: string): string {
  return path.replace(/^\/index\.php(?=\/|$)/i, '') || '/'
}

/**
 * Parses the address that a redirect replaces: a path, or a URL of the site itself.
 *
 * @param origin of the site
 */
export function parseFrom(text: string, origin: string): Parsed<string> {
  const url = parseOwn(text, origin)
  if (url.kind === 'invalid') return url
  if (url.value.origin !== origin)
    return invalid(
      phrase('Only addresses of this site can be redirected. Start with a slash, for example /old-page.'),
    )
  if (url.value.search || url.value.hash)
    return invalid(
      phrase(
        'An address with a question mark or a number sign cannot be redirected. Enter the part before it.',
      ),
    )
  const key = redirectKey(url.value.pathname)
  if (key === undefined)
    return invalid(
      withoutLastSlashes(url.value.pathname).length < 2
        ? phrase('The home page cannot be redirected.')
        : phrase('The address can have {max} characters at most, and no control characters.', {
            max: MAX_FROM_LENGTH,
          }),
    )
  if ([key, decodePath(url.value.pathname)].some((path) => areaOf(path) !== 'reader'))
    return invalid(phrase('Addresses of the admin area, files and functions cannot be redirected.'))
  const [, first, id = ''] = key.split('/')
  if (first === 'article' && isUuid(id))
    return invalid(
      phrase(
        'Addresses of articles follow their headlines. Change the address in the editor of the article.',
      ),
    )
  return { kind: 'valid', value: key }
}

/**
 * Parses the target of a redirect: a path of the site, optionally with a query, or an https URL. Returns it encoded.
 *
 * @param origin of the site, whose URLs become paths
 */
export function parseTarget(text: string, origin: string): Parsed<string> {
  const url = parseOwn(text, origin)
  if (url.kind === 'invalid') return url
  const { value } = url
  if (value.username || value.password)
    return invalid(phrase('The address must not contain a user name or a password.'))
  const target = value.origin === origin ? encodePath(value.pathname) + value.search + value.hash : value.href
  if (target.length > MAX_URL_LENGTH)
    return invalid(phrase('The address can have {max} characters at most.', { max: MAX_URL_LENGTH }))
  if (value.origin !== origin && value.protocol !== 'https:')
    return invalid(phrase('Addresses of other sites must start with https://'))
  return { kind: 'valid', value: target }
}

/** Returns the path of a target as {@link redirectKey} does; undefined for other sites and the home page. */
export function targetKey(target: string): string | undefined {
  return target.startsWith('/') ? redirectKey(target.split(/[?#]/, 1)[0] ?? '') : undefined
}

/** Encodes a path in the same way however it was written, so that targets can be compared. */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decodePath(segment).normalize()))
    .join('/')
}

const oneSlash = () => phrase('Start with one slash, or enter the whole address with https://')

function parseOwn(text: string, origin: string): Parsed<URL> {
  const trimmed = text.trim()
  if (trimmed === '') return invalid(phrase('Enter an address.'))
  if (UNSAFE.test(trimmed) || !trimmed.isWellFormed())
    return invalid(
      phrase('The address must not contain backslashes, line breaks or other control characters.'),
    )
  const isPath = trimmed.startsWith('/')
  if ((!isPath && !/^https?:\/\/[^/]/i.test(trimmed)) || trimmed.startsWith('//')) return invalid(oneSlash())
  const url = URL.parse(trimmed, isPath ? origin : undefined)
  if (!url) return invalid(phrase('The address is not valid.'))
  // A browser would take the first part for a host.
  if (url.origin === origin && url.pathname.startsWith('//')) return invalid(oneSlash())
  if (isBadlyEncoded(url.pathname))
    return invalid(phrase('The address has a percent sign that encodes nothing. Write it as %25.'))
  if (UNSAFE.test(decodePath(url.pathname)))
    return invalid(
      phrase('The address must not contain backslashes, line breaks or other control characters.'),
    )
  return { kind: 'valid', value: url }
}

function isBadlyEncoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}

function invalid(reason: string): { kind: 'invalid'; reason: string } {
  return { kind: 'invalid', reason }
}
