import { uploadUrl } from '#features/media/rules/variant.ts'
import { categoryName } from '#kernel/category.ts'
import { categorySlug, listCategories } from '#kernel/category-lists.ts'
import type { ExportProgress } from '#kernel/export-states.ts'
import { toSlug } from '#kernel/slug.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import type { ZipWriter } from '#platform/files/zip-writer.server.ts'
import type { ExportedFile, ExportedSite } from '../rules/exported-article.ts'
import {
  ghostPath,
  ghostTags,
  ghostTopic,
  toGhostId,
  toGhostPost,
  toGhostTag,
  toGhostUser,
} from '../rules/write-ghost.ts'
import { MARKDOWN_FILES, markdownPath, writeMarkdown, writeMarkdownPerson } from '../rules/write-markdown.ts'
import {
  WXR_END,
  writeWxrAttachment,
  writeWxrAuthor,
  writeWxrCategory,
  writeWxrPost,
  writeWxrStart,
  writeWxrTag,
} from '../rules/write-wxr.ts'
import {
  countFiles,
  readArticles,
  readPeople,
  readPlainBylines,
  readPublicFiles,
  readTerms,
  readTopics,
  slugOfName,
} from './read-articles.server.ts'
import { readStoredFile } from './read-stored-file.server.ts'

/** With `personId`, only articles whose byline contains the person are exported. */
export type PublicExport = {
  site: ExportedSite
  bucket: Bucket
  personId?: string | undefined
  progress: ExportProgress
}

/** Writes published articles as WXR. @param tx a snapshot of the database */
export async function* writeWxr(tx: Db, { site, personId, progress }: PublicExport): AsyncGenerator<string> {
  yield writeWxrStart(site)
  let id = 0
  const nextId = () => {
    id += 1
    return id
  }
  for await (const author of readBylines(tx, personId)) yield writeWxrAuthor(nextId(), author)
  for (const key of listCategories())
    yield writeWxrCategory(nextId(), { slug: categorySlug(key), name: categoryName(key) })
  for await (const topic of readTopics(tx)) yield writeWxrTag(nextId(), topic)
  const attachments = new Map<string, number>()
  for await (const file of readPublicFiles(tx, personId)) {
    attachments.set(uploadUrl(file.name), nextId())
    yield writeWxrAttachment(id, file, site)
  }
  for await (const article of readArticles(tx, personId)) {
    const thumbnail = article.image ? attachments.get(article.image.url) : undefined
    yield writeWxrPost(nextId(), article, site, thumbnail)
    progress.articles += 1
  }
  yield WXR_END
}

/** Reads the people with a page, then the distinct names in plain bylines. */
async function* readBylines(tx: Db, personId: string | undefined) {
  for await (const { id, slug, name, biography } of readPeople(tx, personId))
    yield { id, slug, name, biography }
  if (personId !== undefined) return
  let last = ''
  for await (const { name } of readPlainBylines(tx)) {
    const slug = slugOfName(name)
    if (slug !== last) yield { id: undefined, slug, name, biography: '' }
    last = slug
  }
}

type LibraryFile = Pick<ExportedFile, 'name' | 'file' | 'mime'>

/** Writes published articles as Ghost JSON with their files. @param tx a snapshot of the database */
export async function writeGhost(
  tx: Db,
  zip: ZipWriter,
  { site, bucket, personId, progress }: PublicExport,
): Promise<void> {
  const files = new Map<string, LibraryFile>()
  for await (const { name, file, mime } of readPublicFiles(tx, personId))
    files.set(name, { name, file, mime })
  progress.totalFiles = files.size
  const typeOf = (name: string) => files.get(name)?.mime
  await zip.addStream('ghost.json', writeGhostJson(tx, { site, personId, progress, typeOf }))
  for (const file of files.values()) {
    await addFile(zip, bucket, file, ghostPath(file))
    progress.files += 1
  }
}

type GhostOptions = Omit<PublicExport, 'bucket'> & { typeOf(name: string): string | undefined }

async function* writeGhostJson(tx: Db, { site, personId, progress, typeOf }: GhostOptions) {
  const { origin, exportedAt } = site
  yield `{"db":[{"meta":{"exported_on":${exportedAt.getTime()},"version":"5.0.0"},"data":{`
  const userIds = new Map<string, string>()
  const tagIds = new Map<string, string>()
  const numbered = (count: number) => count.toString(16).padStart(24, '0')
  yield* jsonList('users', readBylines(tx, personId), (author) => {
    if (userIds.has(author.slug)) return []
    const id = author.id === undefined ? numbered(userIds.size + 1) : toGhostId(author.id)
    userIds.set(author.slug, id)
    return [toGhostUser(id, author)]
  })
  yield ','
  yield* jsonList('tags', readTags(tx), (tag) => {
    const id = numbered(tagIds.size + 1)
    tagIds.set(tag.slug, id)
    return [toGhostTag(id, tag)]
  })
  yield ','
  yield* jsonList('posts', readArticles(tx, personId), (article) => {
    progress.articles += 1
    return [toGhostPost(article, { origin, typeOf })]
  })
  yield ','
  yield* jsonList('posts_tags', readTerms(tx, personId), (article) =>
    ghostTags(article).flatMap((slug, sort_order) => {
      const tag_id = tagIds.get(slug)
      return tag_id === undefined ? [] : [{ post_id: toGhostId(article.id), tag_id, sort_order }]
    }),
  )
  yield ','
  yield* jsonList('posts_authors', readTerms(tx, personId), ({ id, people }) =>
    [...new Set(people.flatMap(({ slug }) => userIds.get(slug) ?? []))].map((author_id, sort_order) => ({
      post_id: toGhostId(id),
      author_id,
      sort_order,
    })),
  )
  const settings = [
    { key: 'title', value: site.name },
    { key: 'description', value: site.description },
  ]
  yield `,"settings":${JSON.stringify(settings)}}}]}\n`
}

async function* readTags(tx: Db) {
  for (const key of listCategories())
    yield { slug: categorySlug(key), name: categoryName(key), description: '' }
  for await (const { slug, ...topic } of readTopics(tx)) yield { ...topic, slug: ghostTopic(slug) }
}

async function* jsonList<T>(name: string, items: AsyncIterable<T>, write: (item: T) => readonly unknown[]) {
  yield `${JSON.stringify(name)}:[`
  let separator = ''
  for await (const item of items) {
    for (const row of write(item)) {
      yield separator + JSON.stringify(row)
      separator = ',\n'
    }
  }
  yield ']'
}

/** Writes published articles as Markdown with their files. @param tx a snapshot of the database */
export async function writeMarkdownFiles(
  tx: Db,
  zip: ZipWriter,
  { site, bucket, personId, progress }: PublicExport,
): Promise<void> {
  for await (const person of readPeople(tx, personId))
    await zip.addText(`people/${toSlug(person.slug) || person.id}.md`, writeMarkdownPerson(person, site))
  progress.totalFiles = await countFiles(tx, personId)
  for await (const article of readArticles(tx, personId)) {
    await zip.addText(markdownPath(article), writeMarkdown(article, site))
    progress.articles += 1
  }
  for await (const file of readPublicFiles(tx, personId)) {
    await addFile(zip, bucket, file, `${MARKDOWN_FILES}/${file.name}`)
    progress.files += 1
  }
  progress.totalFiles = progress.files
}

/** Adds a file of the library, unless the stored file is missing. */
async function addFile(zip: ZipWriter, bucket: Bucket, { file }: LibraryFile, path: string): Promise<void> {
  const content = await readStoredFile(bucket, file)
  if (content) await zip.addFile(path, content)
}
