import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseJsonFeed } from 'feedsmith'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { BLOCKS } from '#features/blocks/rules/blocks.ts'
import { bodyHtml, parseBody } from '#features/drafts/rules/draft-document.ts'
import { nodeType } from '#features/drafts/rules/draft-schema.ts'
import { parseHtml } from '#features/drafts/testing/documents.ts'

/** Fields of a story that JSON Feed does not have. */
const extension = z.strictObject({
  image: z.string().regex(/^[a-z]+-[1-4]\.webp$/),
  alt: z.string().min(30).max(160),
  hours_ago: z.number().positive().max(144),
  breaking: z.literal(true).optional(),
})

const story = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  summary: z.string(),
  content_html: z.string(),
  authors: z.tuple([z.object({ name: z.string().min(1) })]),
  _masthead: extension,
})

const categories = [
  'news',
  'politics',
  'sport',
  'showbiz',
  'tv',
  'health',
  'technology',
  'science',
  'money',
  'travel',
]

const folder = (name: string) => new URL(`${name}/`, import.meta.url)
const readEdition = (category: string) => readFileSync(new URL(`${category}.json`, folder('edition')), 'utf8')
const imagePath = (name: string) => fileURLToPath(new URL(name, folder('images')))

const stories = categories.flatMap((category) =>
  z
    .object({ items: z.array(story) })
    .parse(JSON.parse(readEdition(category)))
    .items.map((item) => ({ ...item, category })),
)
type Story = (typeof stories)[number]

const hasBlocks = ({ content_html }: Story) => content_html.includes('<figure')
const ordinary = (item: Story) =>
  item.title.length <= 85 && item.content_html.split('<p>').length > 5 && !hasBlocks(item)

describe('the sample edition', () => {
  it('has exactly one file for each of the ten categories', () => {
    expect(readdirSync(folder('edition')).sort()).toEqual(categories.map((name) => `${name}.json`).sort())
  })

  it.each(categories)('%s is a JSON Feed of four stories in British English', (category) => {
    const feed = parseJsonFeed(readEdition(category))
    expect(feed.title).toBe('Masthead Sample Edition')
    expect(feed.language).toBe('en-GB')
    expect(feed.home_page_url).toBe('https://example.org/sample/')
    expect(feed.items?.map((item) => item.id)).toEqual(
      [1, 2, 3, 4].map((n) => `tag:masthead.example,2026:sample/${category}-${n}`),
    )
  })

  it.each<[string, (item: Story) => string | number]>([
    ['id', (item) => item.id],
    ['url', (item) => item.url],
    ['title', (item) => item.title],
    ['image', (item) => item._masthead.image],
    ['age', (item) => item._masthead.hours_ago],
  ])('has a unique %s for each story', (_name, read) => {
    expect(new Set(stories.map(read)).size).toBe(40)
  })

  it('has two breaking stories, the newest of all: one in News and one in Politics', () => {
    const newest = stories.toSorted((a, b) => a._masthead.hours_ago - b._masthead.hours_ago).slice(0, 2)
    expect(newest.map((item) => item.category)).toEqual(['news', 'politics'])
    expect(stories.filter((item) => item._masthead.breaking)).toEqual(
      newest.toSorted((a, b) => a.id.localeCompare(b.id)),
    )
  })

  it('has fourteen authors', () => {
    expect(new Set(stories.map((item) => item.authors[0].name)).size).toBe(14)
  })

  it('has summaries of 120 to 220 characters without markup', () => {
    for (const { summary } of stories) {
      expect(summary.length, summary).toBeGreaterThanOrEqual(120)
      expect(summary.length, summary).toBeLessThanOrEqual(220)
      expect(summary).not.toMatch(/[<>]/)
    }
  })

  it('has headlines of 50 to 85 characters and bodies of 5 to 12 paragraphs', () => {
    for (const { title, content_html } of stories.filter(ordinary)) {
      expect(title.length, title).toBeGreaterThanOrEqual(50)
      const paragraphs = content_html.match(/<p>/g)?.length
      expect(paragraphs, title).toBeGreaterThanOrEqual(5)
      expect(paragraphs, title).toBeLessThanOrEqual(12)
    }
  })

  it('has one very long headline, one very short body and one title in Arabic as layout edge cases', () => {
    expect(stories.filter((item) => item.title.length > 120).map((item) => item.category)).toEqual(['travel'])
    expect(stories.filter((item) => item.content_html.length < 900).map((item) => item.category)).toEqual([
      'news',
    ])
    expect(stories.filter((item) => /\p{Script=Arabic}/u.test(item.title)).length).toBe(1)
    expect(stories.filter((item) => !ordinary(item)).length).toBe(3)
  })

  it('has one story of about 900 words with every block, as the editor writes it', () => {
    const [story, ...others] = stories.filter(hasBlocks)
    expect(others).toEqual([])
    // The story names a related one by its address.
    const html =
      story?.content_html.replace(/https:[^"]+(?="[^>]*>(?:<p>Related|To bed))/g, randomUUID()) ?? ''
    const body = nodeType('body').create(null, parseBody(html, parseHtml))
    const used = new Set<string>()
    body.descendants(({ type }) => void used.add(type.name))
    // It waits for an image.
    used.add('pastedImage')
    expect(BLOCKS.flatMap(({ initial }) => initial.type ?? []).filter((name) => !used.has(name))).toEqual([])
    expect(used).not.toContain('htmlBlock')
    expect(bodyHtml(body)).toBe(html)
    const words = body.textBetween(0, body.content.size, ' ').split(/\s+/).length
    expect(words).toBeGreaterThan(800)
    expect(words).toBeLessThan(1_000)
  })

  it('uses a small set of well-nested elements', () => {
    for (const { content_html } of stories.filter((item) => !hasBlocks(item))) {
      const open: string[] = []
      for (const [, close, name = ''] of content_html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
        expect(['p', 'h2', 'blockquote', 'ul', 'ol', 'li', 'a', 'em']).toContain(name)
        if (close) expect(open.pop()).toBe(name)
        else open.push(name)
      }
      expect(open).toEqual([])
    }
  })

  it('links to example.org and to a map only', () => {
    for (const item of stories) {
      const links = [item.url, ...(JSON.stringify(item).match(/https?:[^"\\\s]+/g) ?? [])]
      for (const link of links) expect(['example.org', 'www.google.com']).toContain(new URL(link).host)
    }
  })
})

const DRAWN_FOR_BLOCKS = ['garsby-arches.webp', 'garsby-ticket.webp']

describe('the sample images', () => {
  it.each([...stories.map((item) => item._masthead.image), ...DRAWN_FOR_BLOCKS])(
    '%s is 1600 by 1067 pixels and at most 90 kB',
    async (name) => {
      const { width, height, format } = await sharp(imagePath(name)).metadata()
      expect({ width, height, format }).toEqual({ width: 1600, height: 1067, format: 'webp' })
      expect(statSync(imagePath(name)).size).toBeLessThanOrEqual(90_000)
    },
  )

  it('are 42 files of less than 3.2 MB in total', () => {
    const files = readdirSync(folder('images'))
    expect(files.length).toBe(42)
    expect(files.reduce((sum, name) => sum + statSync(imagePath(name)).size, 0)).toBeLessThan(3_200_000)
  })
})

describe('the default images of the site', () => {
  it.each([
    ['favicon.png', 512, 512, 30_000],
    ['favicon.svg', 512, 512, 2_000],
    ['apple-touch-icon.png', 180, 180, 15_000],
    ['icon-192.png', 192, 192, 15_000],
    ['icon-maskable-512.png', 512, 512, 30_000],
    ['social-share-default.jpg', 1200, 630, 120_000],
    ['placeholder.svg', 1600, 1067, 2_000],
  ])('%s is %i by %i pixels and at most %i bytes', async (name, width, height, bytes) => {
    const path = fileURLToPath(new URL(`../public/${name}`, import.meta.url))
    const size = await sharp(path).metadata()
    expect([size.width, size.height]).toEqual([width, height])
    expect(statSync(path).size).toBeLessThanOrEqual(bytes)
  })
})
