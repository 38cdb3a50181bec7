import { hash } from 'node:crypto'

const DIRECTIVES = ['script-src', 'frame-src', 'img-src', 'connect-src'] as const
type Directive = (typeof DIRECTIVES)[number]

/** Additional sources by directive (CSP Level 3), such as `https://ads.example`. */
export type PolicySources = Partial<Record<Directive, readonly string[]>>

/** A safe subset of `host-source` (CSP Level 3 §2.3.1): https, optional wildcard and port. */
const SOURCE = /^https:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d{1,5})?$/

export function isPolicySource(source: string): boolean {
  return SOURCE.test(source)
}

/**
 * Allows the site's own files and these inline scripts, by hash (CSP Level 3).
 *
 * @param allowed.scripts their exact text
 */
export function policyHeaders(
  allowed: { scripts?: Iterable<string>; sources?: PolicySources } = {},
): Record<string, string> {
  const hashes = new Set([...(allowed.scripts ?? [])].map((code) => `'sha256-${sha256(code)}'`))
  const sources = (name: Directive) => (allowed.sources?.[name] ?? []).filter(isPolicySource)
  const policy = [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...sources('script-src')].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data:", ...sources('img-src')].join(' '),
    // Otherwise `default-src` applies.
    ...(['frame-src', 'connect-src'] as const)
      .filter((name) => sources(name).length > 0)
      .map((name) => [name, "'self'", ...sources(name)].join(' ')),
    "media-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ]
  return { 'content-security-policy': policy.join('; ') }
}

/** Browsers hash text with LF line endings. */
function sha256(code: string): string {
  return hash('sha256', code.replace(/\r\n?/g, '\n'), 'base64')
}

/** Removes the nonce from the HTML of a render, and creates the headers for its scripts and sources. */
export function secureHtml(
  marked: string,
  context: { nonce: string; scripts: readonly string[]; sources: readonly PolicySources[] },
): { html: string; headers: Record<string, string> } {
  const { html, scripts } = extractMarkedScripts(marked, context.nonce)
  const sources: PolicySources = Object.fromEntries(
    DIRECTIVES.map((name) => [name, [...new Set(context.sources.flatMap((allowed) => allowed[name] ?? []))]]),
  )
  return { html, headers: policyHeaders({ scripts: [...context.scripts, ...scripts], sources }) }
}

const SCRIPT_TAG = '<script'
const NOT_INLINE_CODE = /\ssrc=|\stype="application\/(?:ld\+)?json"/

/** React writes the tags: attributes are quoted and escaped; code contains no end tag. */
function extractMarkedScripts(marked: string, nonce: string): { html: string; scripts: string[] } {
  const attribute = ` nonce="${nonce}"`
  const scripts: string[] = []
  for (let at = marked.indexOf(attribute); at !== -1; at = marked.indexOf(attribute, at + 1)) {
    const start = marked.lastIndexOf('<', at)
    const end = marked.indexOf('>', at)
    const tag = marked.slice(start, end)
    if (!tag.startsWith(`${SCRIPT_TAG} `) || NOT_INLINE_CODE.test(tag)) continue
    scripts.push(marked.slice(end + 1, marked.indexOf('</script', end)))
  }
  // The framework repeats the nonce here for the client.
  const meta = `<meta property="csp-nonce" content="${nonce}"/>`
  return { html: marked.replace(meta, '').replaceAll(attribute, ''), scripts }
}
