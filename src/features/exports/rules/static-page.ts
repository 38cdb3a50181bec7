import { areaOf, decodePath, withoutLastSlashes } from '#kernel/paths.ts'
import { languageDirection } from '#kernel/text/language-tag.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'
import { place } from '#kernel/time/place.ts'

/** The link to a page in the static site, and its file. `source` is its path on the running site. */
export type StaticTarget = { link: string; file: string; source: string }

const EXTENSION = /\.[a-z0-9]{2,11}$/i
/** Parameters of pages that are files of their own. */
const PAGE_PARAMETERS = ['before', 'post'] as const
const PARAMETER_VALUE = /^[\w.:-]{1,100}$/
/** The longest name of a file or folder that file systems accept, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255
const MAX_PATH_LENGTH = 800

/**
 * Returns where a path of the site is in the static site. Pages become folders with an `index.html`, which every web server
 * serves, and the further pages of a list become subfolders.
 *
 * @param address a path with an optional query and fragment
 * @returns null for what a static site cannot have, such as the admin area
 */
export function toStaticTarget(address: string): StaticTarget | null {
  const url = URL.parse(address, 'http://site.invalid')
  if (url?.host !== 'site.invalid') return null
  const name = decodePath(url.pathname)
  const area = areaOf(name)
  if (!['reader', 'asset', 'media'].includes(area) || name.startsWith('/following/feed')) return null
  if (name.length > MAX_PATH_LENGTH || !name.split('/').every(isName) || /[\\\0:]/.test(name)) return null
  if (EXTENSION.test(name))
    return { link: url.pathname + url.hash, file: name.slice(1), source: url.pathname + url.search }
  const folder = withoutLastSlashes(url.pathname)
  const found = PAGE_PARAMETERS.flatMap((parameter) => {
    const value = url.searchParams.get(parameter) ?? ''
    return PARAMETER_VALUE.test(value) ? [`${parameter}-${value.replaceAll(':', '.')}`] : []
  })
  const path = [folder, ...found].join('/')
  const query = folder === '/search' ? url.search : ''
  return {
    link: `${path}/${query}${url.hash}`,
    file: `${decodePath(path)}/index.html`.replace(/^\//, ''),
    // With a slash at its end, it would be a redirect to the same file.
    source: (folder || '/') + url.search,
  }
}

function isName(part: string): boolean {
  return part !== '..' && part !== '.' && new TextEncoder().encode(part).length <= MAX_NAME_BYTES
}

type Edit = { start: number; end: number; text: string }
type Attribute = { name: string; value: string; start: number; end: number }
type Attributes = Readonly<Record<string, string>>

const LINKS = new Set(['href', 'src', 'poster'])
/** Attributes for other sizes of images, since the static site contains one size of each. */
const DROPPED_ATTRIBUTES = new Set(['srcset', 'sizes', 'imagesrcset', 'imagesizes', 'integrity'])

/**
 * Makes a rendered page work without the server and scripts. All readers see what the site shows without JavaScript.
 *
 * @param origin of the site, whose addresses are replaced by paths
 * @returns `paths`: the addresses of the site that it links to
 */
export function toStaticPage(html: string, origin: string): { html: string; paths: string[] } {
  const edits: Edit[] = []
  const paths: string[] = []
  /** The element that is being removed with its content. */
  let removed: { name: string; start: number; depth: number } | undefined
  /** The attributes of the tag that is being read. */
  const read: Attribute[] = []

  function rewrite(element: string, all: Attributes, { name, value, start, end }: Attribute): void {
    if (DROPPED_ATTRIBUTES.has(name)) edits.push({ start, end, text: '' })
    const isLink = LINKS.has(name) || (name === 'content' && all.property === 'og:image')
    if (!isLink) return
    const path = value.startsWith(`${origin}/`) ? value.slice(origin.length) : value
    if (!path.startsWith('/') || path.startsWith('//')) return
    const target = toStaticTarget(path)
    if (target) paths.push(path)
    if (element === 'meta' || all.rel === 'canonical') return
    edits.push({ start, end, text: `${name}="${escapeHtml(target?.link ?? '/')}"` })
  }

  const end = walkHtml(html, {
    attribute(name, value, span) {
      read.push({ name, value, ...span })
    },
    open(name, attributes, span) {
      const own = read.splice(0)
      if (removed) {
        if (removed.name === name) removed.depth += 1
        return
      }
      if (isRemoved(name, attributes)) {
        if (VOID.has(name)) edits.push({ ...span, text: '' })
        else removed = { name, start: span.start, depth: 1 }
        return
      }
      if (name === 'noscript') edits.push({ ...span, text: '' })
      // The look of the newspaper, with its images and fonts.
      if (name === 'style')
        paths.push(...listStyleFiles(html.slice(span.end, html.indexOf('</style', span.end)), '/'))
      for (const attribute of own) rewrite(name, attributes, attribute)
    },
    close(name, span, implied) {
      if (removed?.name === name) {
        removed.depth -= 1
        if (removed.depth > 0) return
        edits.push({ start: removed.start, end: implied ? span.start : span.end, text: '' })
        removed = undefined
      } else if (name === 'noscript' && !implied && !removed) edits.push({ ...span, text: '' })
    },
  })
  return { html: withoutScripting(apply(html.slice(0, end), edits)), paths }
}

const VOID = new Set(['link', 'source'])

/** Scripts, forms that send data, and links to scripts do not work without the server. */
function isRemoved(name: string, { type, rel, method }: Attributes): boolean {
  if (name === 'script') return type !== 'application/ld+json'
  if (name === 'form') return method?.toLowerCase() === 'post'
  if (name === 'source') return true
  return name === 'link' && /^(?:modulepreload|manifest|preconnect)$/.test(rel ?? '')
}

function apply(html: string, edits: readonly Edit[]): string {
  let result = ''
  let copied = 0
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    if (start < copied) continue
    result += html.slice(copied, start) + text
    copied = end
  }
  return result + html.slice(copied)
}

/** Makes the styles for pages without scripting apply in all browsers. */
export function withoutScripting(css: string): string {
  return css
    .replace(/\(scripting:\s*none\)/g, '(min-width:0)')
    .replace(/\(scripting:\s*(?:enabled|initial-only)\)/g, '(max-width:0)')
}

/** Returns the paths of the fonts and images of a style sheet. @param path of the style sheet */
export function listStyleFiles(css: string, path: string): string[] {
  return [...css.matchAll(/url\(["']?([^"'()\s]+)/g)].flatMap(([, address = '']) => {
    const url = URL.parse(address, `http://site.invalid${path}`)
    return url?.host === 'site.invalid' ? [url.pathname] : []
  })
}

/** Returns a page that redirects to another one. @param to a path or an https address */
export function writeRedirectPage(to: string): string {
  const { locale } = place()
  const address = escapeHtml(toStaticTarget(to)?.link ?? to)
  const text = phraseHtml('This page has moved')
  return (
    `<!doctype html><html lang="${locale}" dir="${languageDirection(locale)}"><head><meta charset="utf-8"><title>${text}</title><meta http-equiv="refresh" content="0; url=${address}">` +
    `<link rel="canonical" href="${address}"><meta name="robots" content="noindex"></head><body><p><a href="${address}">${text}</a></p></body></html>\n`
  )
}
