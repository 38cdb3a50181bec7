import { type Opml, parseOpml as parseOpmlDocument } from 'feedsmith'
import { CATEGORIES, type Category, parseCategory } from '#domain/category.ts'
import { escapeHtml } from '#domain/text.ts'
import { webAddress } from '#domain/web-address.ts'
import { boundedUrl } from './bounded.ts'
import { plainLine } from './plain-line.ts'
import { xmlDocument } from './xml-document.ts'

/** A feed of a subscription list; `title` may be empty. */
export type OpmlFeed = { url: string; title: string; category: Category | null }

type OpmlOutcome = { kind: 'opml'; feeds: OpmlFeed[] } | { kind: 'invalid'; reason: string }

type Outline = Opml.Outline<string>

const MAX_FEEDS = 1_000

/**
 * Reads a subscription list (OPML 1.0 or 2.0). A feed's category is that of its `category` attribute, else of the
 * nearest folder around it that is named like one of ours. Feeds without an http(s) address are passed over, and so
 * is one that stands there twice.
 */
export function parseOpml(text: string): OpmlOutcome {
  const document = xmlDocument(text)
  if (document.kind === 'invalid') return document
  if (document.root !== 'opml') return { kind: 'invalid', reason: 'This is not an OPML file.' }
  try {
    const feeds = (parseOpmlDocument(document.text).body?.outlines ?? []).flatMap((outline) =>
      feedsIn(outline, null),
    )
    const byUrl = new Map(feeds.toReversed().map((feed) => [feed.url, feed]))
    return { kind: 'opml', feeds: [...byUrl.values()].reverse().slice(0, MAX_FEEDS) }
  } catch {
    return { kind: 'invalid', reason: 'The OPML file is broken or incomplete.' }
  }
}

function feedsIn(outline: Outline, folder: Category | null): OpmlFeed[] {
  const name = plainLine({ value: outline.title ?? outline.text ?? '', type: 'text' })
  const category = categoryOf(outline.category) ?? folder
  const url = webAddress(boundedUrl(outline.xmlUrl))
  const own = url === null ? [] : [{ url, title: name, category }]
  const inner = parseCategory(name) ?? category
  return [...own, ...(outline.outlines ?? []).flatMap((child) => feedsIn(child, inner))]
}

/** "/Boston/Weather,Sport": categories parted by commas, each a path (OPML 2.0, `category`). */
function categoryOf(attribute: string | undefined): Category | undefined {
  return attribute
    ?.split(/[,/]/)
    .map(parseCategory)
    .find((category) => category !== undefined)
}

/** The feeds as an OPML 2.0 document with a folder for each category, in the order of the navigation. */
export function formatOpml(feeds: readonly OpmlFeed[], now: Date): string {
  const outlines = (category: Category | null, indent: string) =>
    feeds.filter((feed) => feed.category === category).map((feed) => `${indent}${formatOutline(feed)}`)
  const folders = CATEGORIES.flatMap((category) => {
    const inner = outlines(category, '      ')
    return inner.length > 0 ? [`    <outline text="${category}">`, ...inner, '    </outline>'] : []
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

function formatOutline({ url, title }: OpmlFeed): string {
  return `<outline type="rss" text="${escapeHtml(title || url)}" xmlUrl="${escapeHtml(url)}"/>`
}
