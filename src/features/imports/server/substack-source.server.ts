import { decodePath } from '#kernel/paths.ts'
import { decodeText } from '#kernel/text/decode-text.ts'
import { collapseSpace } from '#kernel/text/text.ts'
import { csvChunks, parseCsv, unescapeFormula } from '#platform/files/parse-csv.server.ts'
import { recordingHtml } from '../rules/block-html.ts'
import { convertHtml } from '../rules/convert-html.ts'
import {
  ImportError,
  type ImportedArticle,
  type ImportItem,
  type ImportSource,
} from '../rules/import-item.ts'
import { instantOf, NO_FIELDS, textOf } from '../rules/source-values.ts'
import { readSubstackElement } from '../rules/substack-html.ts'
import { createLosses, type Losses } from '../rules/text-losses.ts'
import { type ArchiveFiles, readArchiveFile } from './archive-files.server.ts'
import { convertText, type TextSource, takeLeadImage } from './convert-text.server.ts'
import { readStart } from './read-start.server.ts'
import { readSubscribers } from './subscriber-items.server.ts'

const MAX_LIST_BYTES = 50_000_000
const MAX_TEXT_BYTES = 10_000_000
const START_BYTES = 2_000

/** A row of posts.csv, by the names of its columns. */
type Post = Readonly<Record<string, string>>

/** Opens an export of Substack: a zip archive with posts.csv, the texts of posts, and lists of subscribers. Null for all others. */
export async function openSubstack(files: ArchiveFiles): Promise<ImportSource | null> {
  const list = files.names.find((name) => /(?:^|\/)posts\.csv$/.test(name))
  if (list === undefined || !/^\uFEFF?"?post_id"?,/.test(await readStart(files, list, START_BYTES)))
    return null
  const folder = list.slice(0, -'posts.csv'.length)
  return {
    format: 'substack',
    siteUrl: null,
    async *items() {
      for await (const post of readPosts(files, list)) yield* postItems(files, folder, post)
      yield* reportLosses(files)
      const now = new Date()
      for (const name of files.names.filter((one) => one.startsWith(folder) && isSubscriberList(one)))
        yield* readSubscribers(files, name, now)
    },
    // The export contains no images: Substack hosts them.
    readFile: async () => null,
    async [Symbol.asyncDispose]() {},
  }
}

const isSubscriberList = (name: string) => /(?:^|\/)(?:email_list|subscribers?)[^/]*\.csv$/i.test(name)

async function* readPosts(files: ArchiveFiles, list: string): AsyncGenerator<Post> {
  const bytes = await readArchiveFile(files, list, MAX_LIST_BYTES)
  const text = decodeText(bytes ?? new Uint8Array())
  let header: string[] | undefined
  for await (const { cells, line, isUnclosed } of parseCsv(csvChunks(text))) {
    if (isUnclosed) throw new ImportError(`${list} has a quote in line ${line} that does not end.`)
    if (header)
      yield Object.fromEntries(header.map((name, index) => [name, unescapeFormula(cells[index] ?? '')]))
    header ??= cells.map((cell) => cell.trim().toLowerCase())
  }
}

async function* postItems(files: ArchiveFiles, folder: string, post: Post): AsyncGenerator<ImportItem> {
  const id = post.post_id?.trim() ?? ''
  const [key = '', ...words] = id.split('.')
  if (!key) return
  const title = collapseSpace(textOf(post.title))
  const losses = createLosses(title || id)
  const slug = words.join('.') || null
  const bytes = await readArchiveFile(files, `${folder}posts/${id}.html`, MAX_TEXT_BYTES)
  if (!bytes) losses.lose('posts whose text is not in the export', title || id)
  const page = decodeText(bytes ?? new Uint8Array())
  const text = convertText(SUBSTACK_TEXTS, losses, page, (context) => convertHtml(page, context))
  const { image, html } = takeLeadImage(text)
  yield {
    ...NO_FIELDS,
    kind: 'article',
    key,
    type: post.type === 'page' ? 'page' : 'post',
    addresses: slug ? [`/p/${encodeURIComponent(slug)}`] : [],
    title,
    standfirst: collapseSpace(textOf(post.subtitle)),
    html: recordingOf(post) + html,
    ...stateOf(post, losses),
    image,
    slug,
  }
  yield* losses.items()
}

function recordingOf({ podcast_url = '' }: Post): string {
  return podcast_url ? recordingHtml({ kind: 'audio', address: podcast_url }) : ''
}

/** Texts with restricted access become drafts, since everyone could read them here. */
function stateOf(
  { is_published = '', audience = '', post_date, title = '' }: Post,
  losses: Losses,
): Pick<ImportedArticle, 'state' | 'publishedAt'> {
  const publishedAt = instantOf(post_date)
  if (is_published.toLowerCase() !== 'true' || !publishedAt) return { state: 'draft', publishedAt: null }
  if (audience === 'everyone' || audience === '') return { state: 'published', publishedAt }
  losses.lose('articles for subscribers only, which become drafts', title)
  return { state: 'draft', publishedAt }
}

function* reportLosses({ names }: ArchiveFiles): Generator<ImportItem> {
  const losses = createLosses(null)
  for (const name of names)
    if (/\.(?:opens|delivers)\.csv$/.test(name)) losses.lose('reports of opened emails', name)
  yield* losses.items()
}

/** Texts contain addresses of resized images. Returns that of the original. */
function originalImage(address: string): string {
  const resized = /^https:\/\/(?:substackcdn\.com|cdn\.substack\.com)\/image\/fetch\//.test(address)
  const last = resized ? decodePath(address.slice(address.lastIndexOf('/') + 1)) : address
  const original = /^https?:\/\//.test(last) ? last : address
  return original.replace(
    /^https:\/\/bucketeer-[\w-]+\.s3\.amazonaws\.com\//,
    'https://substack-post-media.s3.amazonaws.com/',
  )
}

const SUBSTACK_TEXTS: TextSource = {
  linkAddress: (address) => address,
  fileAddress: originalImage,
  readSpecial: readSubstackElement,
}
