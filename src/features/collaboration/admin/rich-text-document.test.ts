import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { type ArticleForm, EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { provideBrowserWindow } from '#features/editor/testing/browser-window.ts'
import { createDraftDocument, readForm } from '../rules/draft-document.ts'
import { isSameText } from '../rules/is-same-text.ts'
import { moveEdits, writeArticle } from './rich-text-document.ts'

provideBrowserWindow()

const article = (form: Partial<ArticleForm>): ArticleForm => ({ ...EMPTY_ARTICLE, ...form })

function createDocument(form: ArticleForm): Y.Doc {
  const doc = createDraftDocument(crypto.randomUUID())
  writeArticle(doc, form)
  return doc
}

const BASE = article({
  title: 'Council votes',
  category: 'Politics',
  content: '<p>The vote was late.</p><p>It passed.</p>',
})

it.each<[string, Partial<ArticleForm>, Partial<ArticleForm>, Partial<ArticleForm>]>([
  [
    'edits of different fields',
    { title: 'Council votes again' },
    { content: '<p>The vote was late.</p><p>It passed by one.</p>' },
    { title: 'Council votes again', content: '<p>The vote was late.</p><p>It passed by one.</p>' },
  ],
  [
    'edits of the same headline',
    { title: 'City Council votes' },
    { title: 'Council votes twice' },
    { title: 'City Council votes twice' },
  ],
  [
    'edits of the same paragraph',
    { content: '<p>The second vote was late.</p><p>It passed.</p>' },
    { content: '<p>The vote was very late.</p><p>It passed.</p>' },
    { content: '<p>The second vote was very late.</p><p>It passed.</p>' },
  ],
  [
    'a new paragraph and bold text',
    { content: '<p>The vote was late.</p><p>It passed.</p><p>Nobody spoke.</p>' },
    { content: '<p>The vote was <strong>late</strong>.</p><p>It passed.</p>' },
    { content: '<p>The vote was <strong>late</strong>.</p><p>It passed.</p><p>Nobody spoke.</p>' },
  ],
  [
    'the choice of a category',
    { category: 'Money' },
    { title: 'Council' },
    { category: 'Money', title: 'Council' },
  ],
  ['no edit', {}, { title: 'Council' }, { title: 'Council' }],
])('moveEdits merges %s with the edits of others', (_, mine, theirs, merged) => {
  const to = createDocument({ ...BASE, ...theirs })
  moveEdits({ base: BASE, mine: { ...BASE, ...mine } }, to)
  expect(readForm(to)).toEqual(readForm(createDocument({ ...BASE, ...merged })))
})

it('moveEdits changes only what differs, so that others merge it', () => {
  const to = createDocument(BASE)
  const other = createDraftDocument(to.guid)
  Y.applyUpdate(other, Y.encodeStateAsUpdate(to))
  moveEdits({ base: BASE, mine: { ...BASE, title: 'Council votes again' } }, to)
  writeArticle(other, { ...BASE, title: 'The Council votes' })
  Y.applyUpdate(to, Y.encodeStateAsUpdate(other))
  expect(readForm(to).title).toBe('The Council votes again')
})

it('moveEdits changes nothing if there are no edits', () => {
  const to = createDocument(BASE)
  const before = Y.encodeStateAsUpdate(to)
  moveEdits({ base: BASE, mine: BASE }, to)
  expect(Y.encodeStateAsUpdate(to)).toEqual(before)
})

it('moveEdits moves content that rich text does not support as HTML source', () => {
  const table = '<table><tr><td>Votes</td></tr></table>'
  const base = { ...BASE, content: `${table}<p>It passed.</p>` }
  const to = createDocument({ ...base, content: `${table}<p>It passed by one.</p>` })
  moveEdits(
    { base, mine: { ...base, content: `${table.replace('Votes', 'All votes')}<p>It passed.</p>` } },
    to,
  )
  expect(readForm(to).content).toBe('<table><tr><td>All votes</td></tr></table><p>It passed by one.</p>')
})

it.each([
  ['plain text', 'The vote was late. It passed.\n\nNobody spoke & nobody < listened.'],
  ['paragraphs', '<p>The <b>vote</b> was <i>late <strong>again</strong></i>.<br>It passed.</p>\n<p></p>'],
  ['missing end tags', '<p>The vote<p>was late'],
  ['lists', '<ul><li>One<ul><li>Two</li></ul></li></ul><ol start="4"><li><p>Four</p><p>More</p></li></ol>'],
  [
    'quotes, headings and links',
    '<h3>Vote</h3><blockquote>It <a href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noopener">passed</a>.</blockquote>',
  ],
  ['text around blocks', 'Before<h2>Vote</h2>between<p>after&nbsp;all</p>'],
])('writeArticle shows the stored text of %s', (_, content) => {
  expect(isSameText(readForm(createDocument(article({ content }))).content, content)).toBe(true)
})
