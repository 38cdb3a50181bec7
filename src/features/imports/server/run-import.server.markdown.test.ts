import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { createPaper } from '#features/exports/testing/paper.ts'
import { writeByline } from '#features/people/rules/byline.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { importOptions } from '../rules/import-options.ts'
import { addImport, findImport } from './imports.server.ts'
import { openSource, paperOf } from './open-source.server.ts'
import { runImport } from './run-import.server.ts'

const paper = await createPaper()
const other = await createTestDatabase()
const dir = await mkdtemp(join(tmpdir(), 'import-markdown-'))
const bucket = openBucket(join(dir, 'bucket'))
afterAll(async () => {
  await Promise.all([paper.drop(), other.drop()])
  await rm(dir, { recursive: true })
})

const ARTICLE =
  'a.title, a.summary, a.category, a.author, a.published_at, a.slug, a.search_title, a.search_description, a.social_title, a.canonical_url, a.is_unlisted, a.image_alt'

/** The articles of a site with what belongs to them. Ids and names of files are new in another site. */
async function contentOf({ pool }: Pick<TestDatabase, 'pool'>, files: typeof bucket) {
  const { rows } = await pool.query(`
    select ${ARTICLE}, a.content, a.image_url,
      (select string_agg(t.name, ',' order by t.name) from article_topics at join topics t on t.id = at.topic_id where at.article_id = a.id) as topics
    from articles a order by a.title, a.content`)
  const { rows: people } = await pool.query('select name, slug, biography, links from authors order by name')
  const images = /\/storage\/article-images\/([\w.-]+)/g
  async function imagesOf(text: string): Promise<object[]> {
    const found = [...text.matchAll(images)].map(async ([, name]) => {
      const { rows } = await pool.query('select file, width, height from media where name = $1', [name])
      const [{ file, ...size }] = rows
      return { ...size, isStored: await files.has(file) }
    })
    return Promise.all(found)
  }
  const articles = rows.map(async ({ content, image_url, ...row }) => ({
    ...row,
    content: content.replace(images, 'image'),
    images: await imagesOf(`${image_url} ${content}`),
  }))
  const { rowCount: drafts } = await pool.query('select from drafts')
  return { articles: await Promise.all(articles), people, drafts }
}

/** Without `<` and `&`: generators of sites read HTML in titles. */
const character = fc.constantFrom(...'abcÄßЖ漢العé😀 0123>"\'\\$%{}[]()*_#~`|:;,!-+.')
const text = fc.string({ unit: character, maxLength: 40 }).map((value) => value.trim().replace(/\s+/g, ' '))
const line = text.filter((value) => /[\p{L}\p{N}]/u.test(value))

const articles = fc.uniqueArray(
  fc.record({
    title: line,
    summary: text,
    blocks: fc.array(fc.tuple(fc.constantFrom('p', 'h2', 'blockquote', 'ul', 'figure', 'table'), line), {
      minLength: 1,
      maxLength: 5,
    }),
    hasImage: fc.boolean(),
    hasAuthor: fc.boolean(),
    hasTopic: fc.boolean(),
    isUnlisted: fc.constantFrom(true, null),
    searchTitle: fc.option(line),
    socialTitle: fc.option(line),
  }),
  { minLength: 1, maxLength: 3, selector: ({ title }) => title },
)

const toHtml = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

it('a paper that is exported as Markdown and imported has the same published articles', async () => {
  await fc.assert(
    fc
      .asyncProperty(articles, async (given) => {
        const author = await paper.addAuthor('Grace Ode', 'grace')
        const topic = await paper.addTopic('Tides', 'tides')
        const image = await paper.upload()
        const address = `/storage/article-images/${image}`
        for (const { blocks, hasImage, hasAuthor, hasTopic, summary, ...fields } of given) {
          const content = blocks.map(([name, value]) => {
            const html = toHtml(value)
            if (name === 'figure')
              return `<figure><img src="${address}" alt="A quay" width="320" height="200"><figcaption>${html}</figcaption></figure>`
            if (name === 'table') return `<table><tbody><tr><td>${html}</td></tr></tbody></table>`
            if (name === 'ul')
              return `<ul><li>${html}</li><li><a href="https://other.example/">Two</a></li></ul>`
            return name === 'blockquote'
              ? `<blockquote><p>${html}</p></blockquote>`
              : `<${name}>${html}</${name}>`
          })
          await paper.publishArticle(
            {
              ...fields,
              summary: toHtml(summary),
              content: `<p>First</p>${content.join('')}`,
              category: 'Health',
              ...(hasImage && { imageUrl: address, imageAlt: 'A quay' }),
              ...(hasAuthor && { byline: writeByline([author]), author: author.name }),
            },
            hasTopic ? [topic] : [],
          )
        }
        const path = join(dir, `${randomUUID()}.zip`)
        await writeFile(path, await paper.export({ format: 'markdown' }))
        const source = await openSource(path)
        const id = randomUUID()
        const options = importOptions.parse({})
        await addImport(other.db, COMMAND_LINE_ACTOR, {
          id,
          name: 'paper.zip',
          path,
          options,
          state: 'running',
        })
        const services = { db: other.db, bucket, dir: join(dir, 'temporary'), outbound: null }
        const running = { id, source: paperOf(source) }
        await runImport(services, COMMAND_LINE_ACTOR, source, options, running, new AbortController().signal)
        await source[Symbol.asyncDispose]()
        expect((await findImport(other.db, id))?.noted).toEqual([])
        expect(await contentOf(other, bucket)).toEqual(await contentOf(paper, paper.bucket))
      })
      .beforeEach(async () => {
        await paper.clear()
        await emptyTables(
          other.pool,
          ...['import_items', 'imports', 'redirects', 'articles', 'drafts', 'authors', 'topics', 'media'],
        )
      }),
    { numRuns: 2, endOnFailure: true },
  )
})
