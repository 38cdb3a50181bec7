import type { IncomingMessage } from 'node:http'

/**
 * Faster than `request.headers`, which takes longer than sending a cached page.
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

/** In order of preference. */
export type Encoding = 'br' | 'gzip' | 'identity'

const remembered = new Map<string, Encoding>()
/** Limits memory use by hostile clients. */
const MAX_REMEMBERED = 1000

/** RFC 9110 §12.5.3. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const known = remembered.get(header)
  if (known) return known
  const chosen = negotiate(header)
  if (remembered.size < MAX_REMEMBERED) remembered.set(header, chosen)
  return chosen
}

function negotiate(header: string): Encoding {
  const quality = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    quality.set(coding, q ? Number(q.slice(2)) || 0 : 1)
  }
  let chosen: Encoding = 'identity'
  let best = quality.get('identity') ?? 0
  for (const coding of ['gzip', 'br'] as const) {
    const wanted = quality.get(coding) ?? quality.get('*') ?? 0
    if (wanted > 0 && wanted >= best) {
      chosen = coding
      best = wanted
    }
  }
  return chosen
}

/** Weak comparison with If-None-Match (RFC 9110 §13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === '*') return true
  const wanted = opaque(etag)
  return header.split(',').some((one) => opaque(one.trim()) === wanted)
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}

/**
 * Decides by Sec-Fetch-Site (W3C Fetch Metadata) or else Origin, which only browsers send.
 *
 * @param origin the site's own; the requested host is not cross-site either
 */
export function isCrossSite(headers: Headers, origin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const sender = headers.get('origin')
  if (!sender || sender === origin) return false
  return URL.parse(sender)?.host !== (headers.get('host') ?? '')
}

/** `name` is the decoded path; `query` is empty or starts with "?". */
export type RequestTarget = { path: string; name: string; query: string }

const PLAIN = /^(?:\/[\w-]+)+$/

/**
 * RFC 9112 §3.2. Ignores the host. Merges leading slashes, since "//host" in a link would be another site.
 *
 * @returns undefined for broken percent-encoding or a NUL, which PostgreSQL cannot store
 */
export function readRequestTarget(target: string): RequestTarget | undefined {
  if (PLAIN.test(target)) return { path: target, name: target, query: '' }
  const url = URL.parse(target.startsWith('/') ? `http://localhost${target}` : target)
  if (!url || !/^https?:$/.test(url.protocol) || target.includes('%00')) return undefined
  const path = url.pathname.replace(/^\/+/, '/')
  try {
    return { path, name: decodeURIComponent(path), query: url.search }
  } catch {
    return undefined
  }
}
