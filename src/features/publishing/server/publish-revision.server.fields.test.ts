import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it } from 'vitest'
import {
  ARTICLE_FIELDS,
  type ArticleField,
  type ArticleForm,
  EMPTY_ARTICLE,
  FIELD_NAMES,
  fieldOf,
  mapFields,
} from '#features/drafts/rules/article-fields.ts'
import { toForm } from '#features/drafts/server/article-fields.server.ts'
import { findRevision } from '#features/drafts/server/revisions.server.ts'
import { RevisionDifferences } from '#features/editor/admin/RevisionDifferences.tsx'
import { writeByline } from '#features/people/rules/byline.ts'
import { articles } from '#schema/articles.ts'
import { createNewsroom, ID, LATER } from '../testing/newsroom.ts'
import { exportArticle } from './export-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, edit, publish, save, restore, open, revisions } = newsroom
afterAll(() => newsroom.database.drop())

function sampleOf(name: ArticleField): string | boolean {
  const { label, type } = fieldOf(name)
  if (type === 'category') return 'Sport'
  if (type === 'switch') return true
  if (type === 'language') return 'cy'
  if (type === 'instant') return LATER.toISOString()
  if (type === 'byline') return writeByline([{ id: ID, name: `New ${label()}`, role: 'Photographs' }]) ?? ''
  if (type === 'url') return `https://a.example/${name}`
  if (type === 'image' || type === 'library-image') return '/storage/article-images/1_a.jpg'
  return name === 'content' ? `<p>New ${label()}</p>` : `New ${label()}`
}

it('publishes, stores, compares, exports and restores every field', async () => {
  const all = mapFields(sampleOf) as ArticleForm
  await publish({ title: 'Tea' })
  const before = (await open()).form
  expect(before).toEqual({ ...EMPTY_ARTICLE, title: 'Tea' })

  // Breaking news cannot be sponsored.
  const samples = [
    { ...all, sponsoredBy: EMPTY_ARTICLE.sponsoredBy },
    { ...all, isBreaking: false },
  ]
  for (const [index, sample] of samples.entries()) {
    await publish(sample)
    const [row] = await db.select().from(articles)
    expect(row && toForm(row)).toEqual(sample)
    expect((await findRevision(db, ID, index + 2))?.form).toEqual(sample)
    expect((await exportArticle(db, ID))?.revisions[index + 1]?.form).toEqual(sample)
  }

  const html = renderToStaticMarkup(
    createElement(RevisionDifferences, { before, after: all, image: undefined }),
  )
  for (const name of FIELD_NAMES) expect(html).toContain(`>${ARTICLE_FIELDS[name].label()}</dt>`)

  expect(await restore(1)).toMatchObject({ kind: 'saved' })
  expect((await open()).form).toEqual(before)
})

it('treats texts that were stored before a field existed as unchanged', async () => {
  await newsroom.clear()
  await publish({ title: 'Tea' })
  const later = FIELD_NAMES.filter((name) => fieldOf(name).default === null)
  for (const table of ['drafts', 'revisions'])
    await pool.query(`update ${table} set fields = fields - $1::text[]`, [later])
  expect((await open()).status).toBe('published')
  await edit({})
  await save({})
  expect(await revisions()).toEqual(['1 publish: Tea'])
})
