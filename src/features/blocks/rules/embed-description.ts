import * as z from 'zod'
import { parseJson } from '#kernel/parameters.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { collapseSpace, truncateText } from '#kernel/text/text.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { Embed } from './embed-providers.ts'
import { placeNameOf } from './parse-map.ts'

export type EmbedImage = { url: string; width: number; height: number }

/** The texts of a card, without markup; empty if unknown. `text` is that of a post, with line breaks. */
export type EmbedText = { title: string; author: string; text: string }

/** `image` is a copy of our own. */
export type EmbedDescription = EmbedText & { address: string; image: EmbedImage | null }

export const EMBED_LIMITS = { title: 300, author: 200, text: 2_000 }

/** `imageUrl` is the provider's, absolute. */
export type FoundDescription = EmbedText & { imageUrl: string | null }

/** Strings that are too long, and other types, count as absent. */
const line = z.string().max(20_000).catch('')

const oembed = z.object({
  title: line,
  author_name: line,
  thumbnail_url: line,
  html: line,
})

/** Reads an oEmbed response (https://oembed.com). Null if it describes nothing. */
export function readOembed(embed: Embed, body: string): FoundDescription | null {
  const parsed = oembed.safeParse(parseJson(body))
  if (!parsed.success) return null
  const { title, author_name: author, thumbnail_url: thumbnail, html } = parsed.data
  const isPost = embed.kind === 'post'
  return clean({
    // TikTok's titles are the captions of posts.
    title: isPost ? '' : title,
    author,
    text: isPost ? quoteOf(html) || lineOf(title, EMBED_LIMITS.text) : '',
    imageUrl: webAddress(thumbnail),
  })
}

/** The paragraphs of the quotation in the HTML of a post. */
function quoteOf(html: string): string {
  const lines = ['']
  let quotes = 0
  let paragraphs = 0
  walkHtml(html, {
    open(name) {
      if (name === 'blockquote') quotes += 1
      if (name === 'p') paragraphs += 1
      if (name === 'p' || name === 'br') lines.push('')
    },
    close(name) {
      if (name === 'blockquote') quotes -= 1
      if (name === 'p') paragraphs -= 1
    },
    text(text) {
      if (quotes > 0 && paragraphs > 0) lines.push((lines.pop() ?? '') + text)
    },
  })
  return joinLines(lines)
}

const HEAD_LENGTH = 300_000

const PROPERTIES = ['og:title', 'og:description', 'og:image', 'twitter:title', 'twitter:image'] as const

/** Reads the Open Graph properties (https://ogp.me) in the head of a page. Null if it has none. */
export function readOpenGraph(embed: Embed, html: string, pageUrl: string): FoundDescription | null {
  const found = new Map<string, string>()
  let isInBody = false
  walkHtml(html.slice(0, HEAD_LENGTH), {
    open(element, { property, name, content = '' }) {
      if (element === 'body') isInBody = true
      const key = (property ?? name ?? '').toLowerCase()
      if (isInBody || element !== 'meta' || found.has(key) || !PROPERTIES.some((known) => known === key))
        return
      if (content.trim()) found.set(key, content.slice(0, 20_000))
    },
  })
  const title = found.get('og:title') ?? found.get('twitter:title') ?? ''
  const description = found.get('og:description') ?? ''
  const image = webAddress(found.get('og:image') ?? found.get('twitter:image'), pageUrl)
  if (embed.kind !== 'post') return clean({ title, author: '', text: '', imageUrl: image })
  const [, author = title, caption] = /^(.{1,200}?) on Instagram: ["“](.*)["”]$/s.exec(title) ?? []
  return clean({
    title: '',
    author,
    text: joinLines((caption ?? description).split('\n')),
    imageUrl: image,
  })
}

/** By the name of a place, which its address may contain. */
export function describeMap(embed: Embed): FoundDescription {
  const title = lineOf(placeNameOf(embed.address) ?? '', EMBED_LIMITS.title)
  return { title, author: '', text: '', imageUrl: null }
}

function clean({ title, author, text, imageUrl }: FoundDescription): FoundDescription | null {
  const cleaned: FoundDescription = {
    title: lineOf(title, EMBED_LIMITS.title),
    author: lineOf(author, EMBED_LIMITS.author),
    text: truncateText(text, EMBED_LIMITS.text),
    imageUrl,
  }
  return cleaned.title || cleaned.author || cleaned.text ? cleaned : null
}

function lineOf(value: string, max: number): string {
  return truncateText(plainText(htmlToText(value)), max)
}

/** Joins the lines of a text that contains no markup. At most one empty line stays between two others. */
function joinLines(lines: readonly string[]): string {
  return lines
    .map((each) => plainText(collapseSpace(each)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Removes what is left of tags, characters that would change the direction of other text (UAX #9), and unpaired surrogates. */
function plainText(text: string): string {
  return text
    .replace(/<[a-z/!?][^<>]*>?/gi, '')
    .replace(/<(?=[a-z/!?])/gi, '')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .toWellFormed()
    .trim()
}
