import { type Opml, parseOpml as parseOpmlDocument } from 'feedsmith'
import { type Category, categories, parseCategory } from '#kernel/category.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { webAddress } from '#kernel/web-address.ts'
import { type FeedFields, MAX_PUBLISHER_LENGTH, webSchemeOf } from '../model/feed-form.ts'
import { toPlainLine } from './feed-text.ts'
import { limitUrl } from './source-feed.ts'
import { removeProlog } from './xml-document.ts'

export type OpmlFeed = {
  url: string
  title: string
  publisher: string
  category: Category | null
  fullText: boolean
  newArticles: FeedFields['newArticles']
}

export type OpmlOutcome =
  | { kind: 'opml'; feeds: OpmlFeed[]; rejected: RejectedFeed[] }
  | { kind: 'invalid'; reason: string }

export type RejectedFeed = { url: string; title: string; reason: string }

type Outline = Opml.Outline<string, typeof OPML_OPTIONS.extraOutlineAttributes>

/** Attributes of our own (OPML 2.0, extending OPML). */
const PUBLISHER = 'publisher'
const FULL_TEXT = 'fullText'
const NEW_ARTICLES = 'newArticles'

const OPML_OPTIONS = { extraOutlineAttributes: [PUBLISHER, FULL_TEXT, NEW_ARTICLES] } as const

const MAX_FEEDS = 1_000
const TOO_MANY = 'At most 1,000 feeds can be imported at once.'
const NOT_WEB = 'This is not an http or https address.'

/** OPML 1.0 or 2.0. The category is the `category` attribute or the nearest matching folder. Removes duplicates. */
export function parseOpml(text: string): OpmlOutcome {
  const document = removeProlog(text)
  if (document.kind === 'invalid') return document
  if (document.root !== 'opml') return { kind: 'invalid', reason: 'This is not an OPML file.' }
  try {
    const rejected: RejectedFeed[] = []
    const feeds = (parseOpmlDocument(document.text, OPML_OPTIONS).body?.outlines ?? []).flatMap((outline) =>
      feedsIn(outline, null, rejected),
    )
    const all = [...new Map(feeds.toReversed().map((feed) => [feed.url, feed])).values()].reverse()
    const beyond = all.slice(MAX_FEEDS).map(({ url, title }) => ({ url, title, reason: TOO_MANY }))
    return {
      kind: 'opml',
      feeds: all.slice(0, MAX_FEEDS),
      rejected: [...rejected, ...beyond].slice(0, MAX_FEEDS),
    }
  } catch {
    return { kind: 'invalid', reason: 'The OPML file is broken or incomplete.' }
  }
}

function feedsIn(outline: Outline, folder: Category | null, rejected: RejectedFeed[]): OpmlFeed[] {
  const name = toPlainLine({ value: outline.title ?? outline.text ?? '', type: 'text' })
  const category = parseCategoryAttribute(outline.category) ?? folder
  const address = webSchemeOf(limitUrl(outline.xmlUrl) ?? '')
  // With credentials, which are rejected later.
  const url = webAddress(address) === null ? null : (URL.parse(address)?.href ?? webAddress(address))
  const publisher = toPlainLine({ value: String(outline.publisher ?? ''), type: 'text' })
    .slice(0, MAX_PUBLISHER_LENGTH)
    .toWellFormed()
  const fullText = outline[FULL_TEXT] === 'true'
  const newArticles = outline[NEW_ARTICLES] === 'hold' ? 'hold' : 'publish'
  const own = url === null ? [] : [{ url, title: name, publisher, category, fullText, newArticles } as const]
  if (outline.xmlUrl && url === null)
    rejected.push({ url: outline.xmlUrl.slice(0, 200), title: name, reason: NOT_WEB })
  const inner = parseCategory(name) ?? category
  return [...own, ...(outline.outlines ?? []).flatMap((child) => feedsIn(child, inner, rejected))]
}

/** "/Boston/Weather,Sport" (OPML 2.0) */
function parseCategoryAttribute(attribute: string | undefined): Category | undefined {
  return attribute
    ?.split(/[,/]/)
    .map(parseCategory)
    .find((category) => category !== undefined)
}

/** OPML 2.0 with a folder per category. */
export function formatOpml(feeds: readonly OpmlFeed[], now: Date): string {
  const outlines = (category: Category | null, indent: string) =>
    feeds.filter((feed) => feed.category === category).map((feed) => `${indent}${formatOutline(feed)}`)
  const folders = categories.flatMap(({ key: category, name }) => {
    const inner = outlines(category, '      ')
    return inner.length > 0 ? [`    <outline text="${escapeHtml(name)}">`, ...inner, '    </outline>'] : []
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<opml version="2.0">',
    '  <head>',
    '    <title>Feeds</title>',
    `    <dateCreated>${now.toUTCString()}</dateCreated>`,
    '  </head>',
    '  <body>',
    ...folders,
    ...outlines(null, '    '),
    '  </body>',
    '</opml>',
    '',
  ].join('\n')
}

function formatOutline({ url, title, publisher, fullText, newArticles }: OpmlFeed): string {
  const name = publisher && ` ${PUBLISHER}="${escapeHtml(publisher)}"`
  const text = fullText ? ` ${FULL_TEXT}="true"` : ''
  const hold = newArticles === 'hold' ? ` ${NEW_ARTICLES}="hold"` : ''
  return `<outline type="rss" text="${escapeHtml(title || url)}"${name}${text}${hold} xmlUrl="${escapeHtml(url)}"/>`
}
