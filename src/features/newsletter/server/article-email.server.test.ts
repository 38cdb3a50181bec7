import { readFile } from 'node:fs/promises'
import { HtmlValidate } from 'html-validate'
import { Parser } from 'htmlparser2'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { htmlToText } from '#kernel/text/html-text.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { composeEmailContent } from './compose-email.server.tsx'

const database = await createTestDatabase()
const { db, pool } = database
const ID = '00000000-0000-4000-8000-000000000001'
const PAGE = `http://localhost:3000/article/${ID}`
beforeEach(() => emptyTables(pool, 'articles', 'media', 'drafts'))
afterAll(() => database.drop())

type Fields = Record<string, string | boolean | null>

async function publish(fields: Fields = {}): Promise<void> {
  const row = { id: ID, title: 'Tea at four', category: 'Politics', content: '<p>Milk first.</p>', ...fields }
  const names = Object.keys(row)
  await pool.query(
    `insert into articles (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  )
}

/** Corrections and live posts belong to drafts. */
const addDraft = () =>
  pool.query(
    `insert into drafts (id, fields) values ($1, '{"title": "", "author": "", "category": "Politics"}')`,
    [ID],
  )

async function addImage(name: string, caption = '', credit = ''): Promise<void> {
  await pool.query(
    `insert into media (id, name, file, mime, bytes, width, height, caption, credit, perceptual_hash)
     values (gen_random_uuid(), $1, $1, 'image/webp', 1, 1600, 1067, $2, $3, 0)`,
    [name, caption, credit],
  )
}

const draft = {
  template: 'article' as const,
  article: { id: ID, title: '' },
  subject: 'Tea',
  preview: '',
  content: '',
}

async function compose(changes: Partial<typeof draft> = {}) {
  const composed = await composeEmailContent(db, { ...draft, ...changes }, new Date())
  if (composed.kind !== 'ready') throw new Error(composed.kind)
  return composed.email
}

it('has the headline, standfirst, byline and text of the article, with links to its page, below the introduction', async () => {
  await publish({
    summary: 'With <strong>biscuits</strong>.',
    author: 'Ada',
    published_at: '2026-11-30T09:00:00Z',
  })
  const email = await compose({ content: 'Dear reader' })
  const { html, text } = email
  expect(email).toMatchObject({ template: 'article', articleId: ID, subject: 'Tea', content: 'Dear reader' })
  const parts = [
    'Dear reader',
    'Politics',
    'Tea at four',
    'With <strong>',
    'Ada',
    '30 November 2026',
    'Milk first.',
    'Read this article on ',
  ]
  const places = parts.map((part) => html.indexOf(`>${part}`))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(html).toContain(`<a href="${PAGE}/tea-at-four"`)
  for (const words of [
    'Dear reader',
    'Tea at four',
    'With biscuits.',
    'By Ada',
    'Milk first.',
    'Read this article on Masthead',
    `${PAGE}/tea-at-four`,
  ])
    expect(text).toContain(words)
  // Inboxes show the standfirst unless the editor writes another text.
  expect(html).toMatch(/display:none;[^"]*">With biscuits\.</)
  expect((await compose({ preview: 'Another' })).html).toMatch(/display:none;[^"]*">Another</)
})

it('has the lead image in a format that all mail clients show, with its caption and credit', async () => {
  await addImage('1_pot.webp', 'The pot', 'Ada')
  await publish({ image_url: '/storage/article-images/1_pot.webp', image_alt: 'A "pot"' })
  const { html, text } = await compose()
  expect(html).toMatch(
    /<img src="http:\/\/localhost:3000\/media\/uploads\/1_pot\.webp\/[\da-f]{14}\/40x21-1200\.jpeg" alt="A &quot;pot&quot;" width="600" height="315"/,
  )
  expect(html).toContain('>The pot · Ada</td>')
  expect(text).toMatch(/\[A "pot"\] http:\/\/localhost:3000\/article\/[\s\S]*The pot · Ada/)
})

it('has the lead image of an article that is not in the library', async () => {
  await publish({ image_url: 'https://images.example/1.jpg' })
  const { html } = await compose()
  expect(html).toMatch(
    new RegExp(`<img src="http://localhost:3000/media/${ID}/[\\da-f]{14}/40x21-1200.jpeg" alt=""`),
  )
  expect(html).not.toContain('images.example')
})

it('labels a sponsored article above its headline', async () => {
  await publish({ sponsored_by: 'Acme <b>' })
  const { html, text } = await compose()
  expect(html.indexOf('>Sponsored by Acme &lt;b&gt;</bdi>')).toBeGreaterThan(0)
  expect(html.indexOf('Sponsored by')).toBeLessThan(html.indexOf('>Tea at four<'))
  expect(text).toMatch(/Sponsored by Acme <b>[\s\S]*Tea at four/)
})

it('keeps the language and direction of the article', async () => {
  await publish({ language: 'ar', title: 'شاي', content: '<p>الحليب أولًا</p><ul><li>بند</li></ul>' })
  const { html } = await compose({ content: 'Dear reader' })
  expect(html).toMatch(/<html lang="en-GB"/)
  expect(html).toMatch(
    /<td lang="ar" dir="rtl" style="[^"]*text-align:right[^"]*"><p style="margin:0 0 18px">الحليب/,
  )
  expect(html).toContain('padding-right:28px')
  expect(html).toMatch(/<p lang="en-GB" dir="ltr" style="[^"]*">\d+ \w+ \d+<\/p>/)
})

it('has retractions above the text and other corrections below it', async () => {
  await publish()
  await addDraft()
  const correct = (kind: string, text: string) =>
    pool.query(
      `insert into corrections (id, article_id, kind, text, at) values (gen_random_uuid(), $1, $2, $3, '2026-11-30T10:00:00Z')`,
      [ID, kind, text],
    )
  await correct('retraction', 'It was <coffee>.')
  await correct('correction', 'It was at five.')
  const { html, text } = await compose()
  const places = ['It was &lt;coffee&gt;.', 'Milk first.', 'It was at five.'].map((part) =>
    html.indexOf(part),
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(text).toContain('Correction, 30 November 2026')
})

it('has the newest posts of live coverage', async () => {
  await publish({ live_state: 'live' })
  await addDraft()
  await pool.query(
    `insert into live_posts (id, article_id, version, headline, body, byline, state, published_at, seq)
     values (gen_random_uuid(), $1, 1, 'Kettle on', '<p>It boils.</p>', 'Ada', 'published', now(), 1)`,
    [ID],
  )
  expect((await compose()).text).toMatch(/Milk first[\s\S]*Kettle on[\s\S]*It boils/)
})

it.each([
  ['has been withdrawn', 'not-published', async () => {}],
  ['is from a feed', 'other-publisher', () => publish({ origin: 'feed' })],
  ['names another publisher', 'other-publisher', () => publish({ source_name: 'The Other Paper' })],
])('composes no email when the article %s', async (_, kind, prepare) => {
  await prepare()
  expect(await composeEmailContent(db, draft, new Date())).toEqual({ kind })
})

it('ends a text that Gmail would clip with a block and a link to the rest', async () => {
  const paragraph = (index: number) => `<p>Paragraph ${index}. ${'Ö'.repeat(1_000)}</p>`
  const content = Array.from({ length: 100 }, (_, index) => paragraph(index))
  await publish({ content: content.join('') })
  const { html, text } = await compose()
  expect(Buffer.byteLength(html)).toBeLessThan(102_000)
  expect(Buffer.byteLength(html)).toBeGreaterThan(90_000)
  expect(html).toContain('Paragraph 30.')
  expect(html).not.toContain('Paragraph 60.')
  expect(html).toMatch(/Ö<\/p><\/td>/)
  expect(text).toContain('Read the rest on Masthead')
  await pool.query('update articles set content = $1', [content.slice(0, 3).join('')])
  expect((await compose()).text).not.toContain('Read the rest')
})

it('refuses an introduction that leaves no space for the article', async () => {
  await publish({ content: '<p>Text</p>' })
  const content = 'Ö'.repeat(50_000)
  expect(await composeEmailContent(db, { ...draft, content }, new Date())).toEqual({ kind: 'too-long' })
})

it('does not end with a heading, and leaves out a block that is too long', async () => {
  await publish({ content: `<p>First</p><h2>About</h2><p>${'x'.repeat(200_000)}</p><p>Last</p>` })
  const { html } = await compose()
  expect(html).toContain('First')
  expect(html).not.toMatch(/About|xxx|Last/)
})

it.each(HOSTILE_HTML)('sanitises what an article contains: %s', async (hostile) => {
  await publish({
    content: `<p>Text</p>${hostile.replaceAll('\0', '')}`,
    title: '<script>alert(1)</script>',
  })
  const { html } = await compose()
  expect(html).toContain('>Text</p>')
  const parser = new Parser({
    onopentag(name, { href = '', ...attributes }) {
      expect([
        'script',
        'iframe',
        'svg',
        'math',
        'form',
        'input',
        'object',
        'embed',
        'link',
        'base',
      ]).not.toContain(name)
      expect(href).not.toMatch(/^(?!https?:|mailto:|tel:)./)
      expect(Object.keys(attributes).filter((attribute) => attribute.startsWith('on'))).toEqual([])
    },
  })
  parser.end(html)
})

it('has all words of a story with every block, as valid HTML that loads only images of its own', async () => {
  const { items } = JSON.parse(await readFile('samples/edition/travel.json', 'utf8'))
  const story = items.find(({ content_html }: { content_html: string }) => content_html.includes('<figure'))
  const content: string = story.content_html
  const images = new Set(
    Array.from(content.matchAll(/article-images\/([\w-]+\.webp)/g), ([, name = '']) => name),
  )
  for (const name of images) await addImage(name)
  await publish({ title: story.title, summary: story.summary, content })
  const { html, text } = await compose()
  const words = (plain: string) => new Set(plain.match(/[\p{L}\d]{3,}/gu))
  const expected = words(
    htmlToText(content.replaceAll('figcaption', 'p').replace(/<aside class="related".*?<\/aside>/, '')),
  )
  for (const part of [htmlToText(html), text]) expect([...expected.difference(words(part))]).toEqual([])
  expect(text).toContain('https://example.org/garsby/timetable')
  expect(Buffer.byteLength(html)).toBeLessThan(102_000)
  const sources = Array.from(html.matchAll(/\ssrc="([^"]+)"/g), ([, source]) => source)
  expect(sources.length).toBeGreaterThanOrEqual(6)
  for (const source of sources) expect(source).toMatch(/^http:\/\/localhost:3000\/media\/.*\.jpeg$/)
  expect(html).not.toMatch(/<(script|svg|iframe|video|audio|picture|figure)|url\(|srcset/)
  const validator = new HtmlValidate({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      'no-inline-style': 'off',
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attr-case': 'off',
      'long-title': 'off',
      'doctype-style': 'off',
      // For mail clients.
      'no-conditional-comment': 'off',
      'no-deprecated-attr': 'off',
      'doctype-html': 'off',
      'presentation-role-style': 'off',
      'prefer-tbody': 'off',
    },
  })
  const { results } = await validator.validateString(html)
  expect(
    results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
  ).toEqual([])
})
