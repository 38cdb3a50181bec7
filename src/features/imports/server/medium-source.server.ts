import { decodeText } from '#kernel/text/decode-text.ts'
import { collapseSpace } from '#kernel/text/text.ts'
import { convertHtml, LOST_END } from '../rules/convert-html.ts'
import type { ImportedPerson, ImportedTopic, ImportItem, ImportSource } from '../rules/import-item.ts'
import { createMediumReader, mediumImage } from '../rules/medium-html.ts'
import { httpsAddress, instantOf, NO_FIELDS } from '../rules/source-values.ts'
import { createLosses } from '../rules/text-losses.ts'
import { type ArchiveFiles, readArchiveFile } from './archive-files.server.ts'
import { convertText, parsePage, takeLeadImage } from './convert-text.server.ts'
import { readStart } from './read-start.server.ts'

const MAX_TEXT_BYTES = 10_000_000
const START_BYTES = 20_000

type Tag = { key: string; name: string; address: string }
type Post = {
  key: string
  title: string
  subtitle: string
  body: string
  canonical: string | null
  publishedAt: string | null
  author: Tag | null
  tags: Tag[]
  /** Responses to other people's articles have no headline, subtitle or tags: Medium names them after their first words. */
  hasHeadline: boolean
  /** Its end is lost. */
  isCut: boolean
}

/** Opens an export of Medium: a zip archive with a page for each post. Null for all others. */
export async function openMedium(files: ArchiveFiles): Promise<ImportSource | null> {
  const names = files.names.filter((name) => /(?:^|\/)posts\/[^/]+\.html$/.test(name))
  const published = names.find((name) => !isDraft(name)) ?? names[0]
  if (published === undefined || !/\bh-entry\b/.test(await readStart(files, published, START_BYTES)))
    return null
  const first = await readPost(files, published)
  return {
    format: 'medium',
    siteUrl: originOf(first.canonical),
    async *items() {
      const seen = new Set<string>()
      for (const name of names) {
        const post = await readPost(files, name)
        for (const item of namesOf(post)) {
          if (seen.has(`${item.kind} ${item.key}`)) continue
          seen.add(`${item.kind} ${item.key}`)
          yield item
        }
        yield* postItems(name, post)
      }
      yield* accountLosses(files, names)
    },
    // The export contains no images: Medium hosts them.
    readFile: async () => null,
    async [Symbol.asyncDispose]() {},
  }
}

const isDraft = (name: string) => /(?:^|\/)draft_[^/]*$/.test(name)

function originOf(address: string | null): string | null {
  return address && (URL.parse(address)?.origin ?? null)
}

async function readPost(files: ArchiveFiles, name: string): Promise<Post> {
  const bytes = await readArchiveFile(files, name, MAX_TEXT_BYTES)
  const { page, isCut } = parsePage(decodeText(bytes ?? new Uint8Array()))
  const textOf = (selector: string) => collapseSpace(page.querySelector(selector)?.textContent ?? '')
  const tagOf = (link: Element | null): Tag | null => {
    const address = httpsAddress(link?.getAttribute('href'))
    const name = collapseSpace(link?.textContent ?? '')
    return name ? { key: address ?? name, name, address: address ?? '' } : null
  }
  const canonical = httpsAddress(page.querySelector('.p-canonical')?.getAttribute('href'))
  const [, id] = /[-_/]([\da-f]{8,16})(?:\.html)?$/.exec(canonical ?? name) ?? []
  const subtitle = textOf('.p-summary')
  return {
    key: id ?? name,
    title: textOf('.p-name'),
    subtitle,
    body: page.querySelector('.e-content')?.innerHTML ?? '',
    canonical,
    publishedAt: isDraft(name)
      ? null
      : instantOf(page.querySelector('.dt-published')?.getAttribute('datetime')),
    author: tagOf(page.querySelector('.p-author')),
    tags: [...page.querySelectorAll('.p-tags a')].flatMap((link) => tagOf(link) ?? []),
    hasHeadline: subtitle !== '' || page.querySelector('.graf--title, .e-content h3, .p-tags a') !== null,
    isCut,
  }
}

function* namesOf({ author, tags }: Post): Generator<ImportedPerson | ImportedTopic> {
  const common = ({ key, name, address }: Tag) => ({
    ...{ key, name, slug: null, image: null },
    addresses: [address].filter(Boolean),
  })
  if (author)
    yield { ...common(author), kind: 'person', biography: '', links: [author.address].filter(Boolean) }
  for (const tag of tags) yield { ...common(tag), kind: 'topic', description: '' }
}

function* postItems(name: string, post: Post): Generator<ImportItem> {
  const { key, title, subtitle, canonical, publishedAt, author, tags } = post
  const losses = createLosses(title || key)
  const readSpecial = createMediumReader(title, subtitle)
  const source = { linkAddress: (address: string) => address, fileAddress: mediumImage, readSpecial }
  const text = convertText(source, losses, post.body, (context) => convertHtml(post.body, context))
  const { image, html } = takeLeadImage(text)
  if (post.isCut) losses.lose(LOST_END, title)
  if (publishedAt && !post.hasHeadline)
    losses.lose('texts without a headline, such as responses, which become drafts', title)
  yield {
    ...NO_FIELDS,
    kind: 'article',
    key,
    addresses: canonical ? [canonical] : [],
    title,
    standfirst: subtitle,
    html,
    state: publishedAt && post.hasHeadline ? 'published' : 'draft',
    publishedAt,
    people: author ? [author.key] : [],
    topics: tags.map((tag) => tag.key),
    image,
    slug: slugOf(canonical ?? name),
  }
  yield* losses.items()
}

/** Without the id at the end. */
function slugOf(address: string): string | null {
  const last = address.slice(address.lastIndexOf('/') + 1)
  return /^(?:[\d-]+_|draft_)?(.+)-[\da-f]{8,16}(?:\.html)?$/.exec(last)?.[1] ?? null
}

function* accountLosses({ names: all }: ArchiveFiles, names: readonly string[]): Generator<ImportItem> {
  const losses = createLosses(null)
  const posts = new Set(names)
  for (const name of all)
    if (!posts.has(name) && name.endsWith('.html'))
      losses.lose('pages about the account, such as bookmarks and claps', name)
  yield* losses.items()
}
