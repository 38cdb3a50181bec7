import { describe, expect, it } from 'vitest'
import { type ArticleForm, EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { articleDraftSchema } from '#features/drafts/rules/article-form.ts'
import { imageKey } from '#features/media/rules/variant.ts'
import { createPreviews, previewArticle } from './preview-article.server.tsx'

const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const preview = (more: Partial<ArticleForm>, id?: string) =>
  previewArticle(articleDraftSchema.parse({ ...EMPTY_ARTICLE, title: 'Tea', ...more }), { id })

describe('previewArticle', () => {
  it('renders an article as readers see it', () => {
    const html = preview({
      summary: 'Hot <em>tea</em>',
      content: 'One.\n\nTwo.',
      author: 'Ada',
      isBreaking: true,
      sourceUrl: 'https://a.example/1',
      sourceName: 'The Kettle',
    })
    for (const part of [
      'Breaking News',
      'Hot <em>tea</em>',
      '<p>One.</p>\n<p>Two.</p>',
      '<bdi>Ada</bdi>',
      'The Kettle',
      'Read the full story at <bdi>The Kettle</bdi>',
      'href="/news"',
    ])
      expect(html).toContain(part)
  })

  it('cannot be shared or bookmarked', () => {
    expect(preview({ content: 'One.' })).not.toMatch(/<button|mailto:|undefined|\/article\//)
  })

  it('has the language and direction of its text', () => {
    const html = preview({ title: 'BBC: الشاي الساخن', content: 'BBC: الشاي' })
    expect(html).toMatch(
      /<article dir="rtl"[^>]*>.*<h1 lang="ar" dir="rtl"[^>]*>BBC: الشاي الساخن<\/h1>.*<div lang="ar"[^>]*><p dir="rtl">BBC: الشاي<\/p>/s,
    )
  })

  it('shows corrections where readers see them', () => {
    const at = '2026-11-21T12:00:00.000Z'
    const form = articleDraftSchema.parse({ ...EMPTY_ARTICLE, title: 'Tea', content: '<p>Text</p>' })
    const html = previewArticle(form, {
      corrections: [
        { kind: 'correction', text: 'It was <four>.', at },
        { kind: 'retraction', text: 'Nothing was true.', at },
      ],
    })
    expect(html).toMatch(/Retraction.*Nothing was true.*<p>Text<\/p>.*Correction.*It was &lt;four&gt;\./s)
  })

  it('shows the times of a published revision', () => {
    const form = articleDraftSchema.parse({ ...EMPTY_ARTICLE, title: 'Tea' })
    const times = { publishedAt: '2026-11-21T12:00:00.000Z', updatedAt: '2026-11-22T08:30:00.000Z' }
    expect(previewArticle(form, { times })).toMatch(
      /21 November 2026 at 12:00<.*Updated <[^>]*>22 November 2026 at 08:30</s,
    )
    expect(previewArticle(form, { times: { ...times, updatedAt: null } })).not.toContain('Updated')
    expect(previewArticle(form)).not.toContain('<time')
  })

  it.each<[string, Partial<ArticleForm>]>([
    ['a script in the body', { content: '<p>a</p><script>alert(1)</script>' }],
    ['a handler in the body', { content: '<p onclick="alert(1)">a</p><img src=x onerror=alert(1)>' }],
    ['a script in the summary', { summary: 'a<script>alert(1)</script><img src=x onerror=alert(1)>' }],
    ['HTML in the title', { title: '<img src=x onerror=alert(1)>' }],
    ['HTML in the author', { author: '"><script>alert(1)</script>' }],
    ['a script for a source', { sourceUrl: 'javascript:alert(1)', sourceName: 'a' }],
    ['a script for a link', { content: '<p><a href="javascript:alert(1)">a</a></p>' }],
    ['a script for an image', { imageUrl: '/storage/"><script>alert(1)</script>' }],
    ['an iframe', { content: '<p>a</p><iframe srcdoc="<script>alert(1)</script>"></iframe>' }],
  ])('removes %s', (_, more) => {
    const html = preview(more).replace(/&lt;.*?&gt;/g, '')
    expect(html).not.toMatch(/<script|<iframe|<[^>]*\son\w+=|javascript:/i)
  })

  it('crops an image as the article page does, also an upload that no article has yet', () => {
    const form = articleDraftSchema.parse({ ...EMPTY_ARTICLE, imageUrl: '/storage/article-images/1_a.jpg' })
    expect(previewArticle(form)).toContain('src="/media/uploads/1_a.jpg/16x9-1690.webp"')
    const html = previewArticle(form, { id: ID, imageQuery: '?preview=x' })
    expect(html).toContain('src="/media/uploads/1_a.jpg/16x9-1690.webp?preview=x"')
    expect(html).toContain('/media/uploads/1_a.jpg/16x9-640.avif?preview=x 640w,')
  })

  it('does not preload an image, which the screen may replace', () => {
    const html = preview({ imageUrl: '/storage/article-images/1_a.jpg' })
    expect(html).toContain('<img')
    expect(html).not.toContain('preload')
  })

  it('shows an external image once its article is published', () => {
    const external = 'https://a.example/p.jpg'
    expect(preview({ imageUrl: external })).not.toContain('<img')
    expect(preview({ imageUrl: external })).toContain('once the article is published')
    expect(preview({ imageUrl: external }, ID)).toContain(
      `src="/media/${ID}/${imageKey(external)}/16x9-1690.webp"`,
    )
    expect(preview({ imageUrl: '' }, ID)).not.toContain('<figure')
  })
})

describe('createPreviews', () => {
  const ada = { id: 'ada' }
  const simple = articleDraftSchema.parse({ ...EMPTY_ARTICLE, content: 'Tea' })
  /** Takes a multiple of 100 ms. */
  const complex = { ...simple, content: 'a\n\n'.repeat(300_000) }

  it('stops a preview that takes too long', async () => {
    const preview = createPreviews({ maxMs: 100 })
    await expect(preview(ada, complex)).rejects.toThrow('The article is too complex for a preview.')
    expect(await preview(ada, simple)).toContain('Tea')
  })

  it('limits how long all previews of a person take', async () => {
    const preview = createPreviews({ maxMs: 100, maxMsPerMinute: 40 })
    await expect(preview(ada, complex)).rejects.toThrow('too complex')
    await expect(preview(ada, simple)).rejects.toThrow('Wait a minute and try again.')
    expect(await preview({ id: 'ben' }, simple)).toContain('Tea')
  })
})
