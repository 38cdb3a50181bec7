import { Parser } from 'htmlparser2'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { articlePath } from '#kernel/article-path.ts'
import { DEFAULT_SERVED_LOOK, setServedLook } from '#kernel/look.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { UNSUBSCRIBE_PLACEHOLDER } from '../rules/personalise-email.ts'
import { composeEmailContent } from './compose-email.server.tsx'

const database = await createTestDatabase()
const { db, pool } = database
const NOW = new Date('2026-11-21T12:00:00Z')
beforeEach(() => emptyTables(pool, 'articles'))
afterAll(() => database.drop())

const publish = (title: string, category: string, at: string, summary = '') =>
  pool.query('insert into articles (title, category, published_at, summary) values ($1, $2, $3, $4)', [
    title,
    category,
    at,
    summary,
  ])
/** A draft without an article. */
const draftOf = (template: 'announcement' | 'headlines' | 'digest', subject: string, content: string) => ({
  ...{ template, subject, content },
  article: null,
  preview: '',
})
const compose = async (template: 'announcement' | 'headlines' | 'digest', content = 'Dear reader') => {
  const composed = await composeEmailContent(db, draftOf(template, 'The news', content), NOW)
  if (composed.kind !== 'ready') throw new Error(composed.kind)
  return composed.email
}

describe('composeEmailContent', () => {
  it('converts plain text to paragraphs, with a text part and the unsubscribe placeholder', async () => {
    const { html, text } = await compose('announcement', 'Dear reader,\n\nwe have <moved> & rejoice.')
    expect(html).toMatch(/<p dir="auto">Dear reader,<\/p>\s*<p dir="auto">we have/)
    for (const part of [html, text]) expect(part).toContain(UNSUBSCRIBE_PLACEHOLDER)
    expect(text).toContain('Dear reader,\n\nwe have')
    expect(text).not.toMatch(/<p>/)
    expect(html).not.toContain('<img')
  })

  it('sanitises HTML of the editor and makes URLs absolute', async () => {
    const { html } = await compose(
      'announcement',
      '<p onclick="x()">Look <a href="/politics">here</a><script>alert(1)</script></p><img src="https://t.example/p.gif">',
    )
    expect(html).toContain('href="http://localhost:3000/politics"')
    expect(html).not.toMatch(/onclick|<script|<img/)
  })

  it('has the accent colour and the wordmark of the look, with the name where images are blocked', async () => {
    const wordmark = { path: '/look/1/wordmark', width: 960, height: 192 }
    setServedLook({ ...DEFAULT_SERVED_LOOK, accent: '#0b4a33', wordmark })
    onTestFinished(() => setServedLook(DEFAULT_SERVED_LOOK))
    const { html } = await compose('announcement')
    expect(html).toContain('background-color:#0b4a33')
    expect(html).not.toContain('#a80f14')
    expect(html).toMatch(
      /<img src="http:\/\/localhost:3000\/look\/1\/wordmark.png" alt="Masthead" width="160" height="32"/,
    )
  })

  it('includes the articles of the last day by category, in the order of the navigation', async () => {
    await publish('A goal', 'Sport', '2026-11-21T09:00:00Z', 'Just before the end.')
    await publish('A vote', 'Politics', '2026-11-20T13:00:00Z')
    await publish('Long ago', 'Politics', '2026-11-20T11:00:00Z')
    await publish('Not yet', 'Sport', '2026-11-22T09:00:00Z')
    const { html, text } = await compose('headlines')
    expect(html.indexOf('A vote')).toBeGreaterThan(html.indexOf('Politics'))
    expect(html.indexOf('A goal')).toBeGreaterThan(html.indexOf('A vote'))
    expect(html).not.toMatch(/Long ago|Not yet|Just before/)
    expect(text).toMatch(/A goal\s+http:\/\/localhost:3000\/article\//)
  })

  it('labels sponsored articles, above their headlines', async () => {
    await publish('A vote', 'Politics', '2026-11-21T10:00:00Z')
    await publish('A cruise', 'Travel', '2026-11-21T09:00:00Z')
    await pool.query("update articles set sponsored_by = 'Acme <b>' where title = 'A cruise'")
    for (const template of ['headlines', 'digest'] as const) {
      const { html, text } = await compose(template)
      expect(html.match(/Sponsored by/g)).toHaveLength(1)
      expect(html).toMatch(/>Sponsored by Acme &lt;b&gt;<\/bdi><\/p><a [^>]*>A cruise<\/a>/)
      expect(text).toMatch(/Sponsored by Acme <b>\s+A cruise/)
    }
  })

  it('lists the corrections since the last edition', async () => {
    await publish('A vote', 'Politics', '2026-11-21T09:00:00Z')
    const { rows } = await pool.query("select id from articles where title = 'A vote'")
    const correct = (text: string, at: string) =>
      pool.query(
        `insert into corrections (id, article_id, kind, text, at) values (gen_random_uuid(), $1, 'correction', $2, $3)`,
        [rows[0].id, text, at],
      )
    await pool.query(
      `insert into drafts (id, fields) values ($1, '{"title": "", "author": "", "category": "Politics"}')`,
      [rows[0].id],
    )
    await correct('The mayor voted <against> it.', '2026-11-21T10:00:00Z')
    await correct('Before the edition of yesterday.', '2026-11-20T06:00:00Z')
    const first = await compose('headlines')
    expect(first.html.indexOf('Corrections')).toBeGreaterThan(first.html.indexOf('Politics'))
    expect(first.text).toContain('Correction, 21 November 2026: The mayor voted <against> it.')
    expect(first.text).not.toContain('yesterday')

    await pool.query(`insert into newsletter_campaigns (template, subject, html, text, created_at)
      values ('headlines', 'Late edition', '', '', '2026-11-21T11:00:00Z')`)
    expect((await compose('headlines')).text).not.toContain('Corrections')

    // Nobody has received a campaign that was cancelled before its first delivery.
    await pool.query("update newsletter_campaigns set state = 'cancelled'")
    expect((await compose('headlines')).text).toContain('The mayor voted <against> it.')
    await pool.query(`with reader as (
        insert into newsletter_subscribers (email) values ('ada@example.org') returning id
      )
      insert into newsletter_deliveries (campaign_id, subscriber_id, state)
      select newsletter_campaigns.id, reader.id, 'sent' from newsletter_campaigns, reader`)
    expect((await compose('headlines')).text).not.toContain('Corrections')

    // Planned before the last edition, but published after it.
    await correct('The vote was on Friday.', '2026-11-21T10:30:00Z')
    await pool.query(
      `with revision as (
         insert into revisions (article_id, number, kind, fields) select id, 1, 'correction', fields from drafts
         returning article_id
       )
       insert into publications
         (id, article_id, kind, revision, state, correction_kind, reason, planned_at, finished_at)
       select gen_random_uuid(), article_id, 'publish', 1, 'done', 'correction', 'The vote was on Friday.',
         '2026-11-21T10:30:00Z', '2026-11-21T11:30:00Z' from revision`,
    )
    expect((await compose('headlines')).text).toContain('The vote was on Friday.')
    expect((await compose('headlines')).text).not.toContain('The mayor')

    expect((await compose('headlines')).text).not.toContain('All corrections')
    for (let minute = 31; minute < 51; minute += 1) await correct('x', `2026-11-21T11:${minute}:00Z`)
    expect((await compose('headlines')).text).toMatch(
      /All corrections\s+http:\/\/localhost:3000\/corrections/,
    )
    await pool.query('delete from newsletter_campaigns; delete from drafts')
  })

  it('includes the articles of the week with summaries, at most five in each category', async () => {
    for (const n of [1, 2, 3, 4, 5, 6])
      await publish(`Story ${n}`, 'Science', `2026-11-${14 + n}T12:00:00Z`, '<b>A</b> summary.')
    const { html } = await compose('digest')
    expect(html).toContain('A summary.')
    expect(html).toContain('Story 6')
    expect(html).not.toContain('Story 1')
  })

  it.each(['announcement', 'headlines', 'digest'] as const)(
    'loads nothing from a server, and its links lead directly to their targets: %s',
    async (template) => {
      await publish(
        'A goal',
        'Sport',
        '2026-11-21T09:00:00Z',
        '<img src="https://t.example/p.gif">Just before.',
      )
      const target = 'https://partner.example/offer?a=1&b=2'
      const { html, text } = await compose(
        template,
        `<p style="background:url(https://t.example/s)">See <a href="${target}">the offer</a>.</p>
         <img src="https://t.example/p.gif" width="1" height="1"><link rel="stylesheet" href="https://t.example/c">`,
      )
      const links: (string | undefined)[] = []
      const parser = new Parser({
        onopentag(name, { href, ...attributes }) {
          if (name === 'a') links.push(href)
          else expect(href).toBeUndefined()
          expect([
            'img',
            'picture',
            'link',
            'script',
            'iframe',
            'object',
            'embed',
            'video',
            'audio',
            'base',
          ]).not.toContain(name)
          for (const attribute of ['src', 'srcset', 'background', 'poster', 'ping'])
            expect(attributes).not.toHaveProperty(attribute)
        },
      })
      parser.end(html)
      expect(html).not.toMatch(/url\(|@import|t\.example/)
      expect(text).not.toContain('t.example')
      const [article] = (await pool.query('select id, title, slug from articles')).rows
      const articles = template === 'announcement' ? [] : [`http://localhost:3000${articlePath(article)}`]
      expect(new Set(links)).toEqual(
        new Set(['http://localhost:3000', target, ...articles, UNSUBSCRIBE_PLACEHOLDER]),
      )
    },
  )

  it('sets the text direction of each part and accepts a long subject', async () => {
    await publish('BBC: هدف الموسم', 'Sport', '2026-11-21T09:00:00Z')
    const subject = 'Ä '.repeat(100).trim()
    const composed = await composeEmailContent(
      db,
      draftOf('headlines', subject, 'صباح الخير\n\nBBC: صباح الخير'),
      NOW,
    )
    if (composed.kind !== 'ready') throw new Error(composed.kind)
    const { html, text } = composed.email
    expect(html).toMatch(
      /<td dir="auto"[^>]*><p dir="auto">صباح الخير<\/p>\s*<p dir="rtl">BBC: صباح الخير<\/p>/,
    )
    expect(html).toMatch(/<td dir="rtl"[^>]*><a [^>]*>BBC: هدف الموسم<\/a>/)
    expect(text).toContain('هدف الموسم')
    expect(composed.email.subject).toBe(subject)
    for (const [, address] of html.matchAll(/href="([^"]*)"/g)) expect(address).toMatch(/^https?:\/\//)
  })

  it('has the preview text that inboxes show before the text, and not in the text part', async () => {
    const draft = { ...draftOf('announcement', 'The news', 'Dear reader'), preview: 'What <happened>' }
    const composed = await composeEmailContent(db, draft, NOW)
    if (composed.kind !== 'ready') throw new Error(composed.kind)
    const { html, text } = composed.email
    expect(html).toMatch(
      /<body[^>]*>(?:<!--[^>]*-->)*<div[^>]* style="display:none;[^"]*">What &lt;happened&gt;<\/div>/,
    )
    expect(text).not.toContain('happened')
    expect((await compose('announcement')).html).not.toContain('display:none')
  })

  it('composes no email when a template with articles finds none', async () => {
    const draft = draftOf('headlines', 'The news', 'Dear reader')
    expect(await composeEmailContent(db, draft, NOW)).toEqual({ kind: 'no-articles' })
  })
})
