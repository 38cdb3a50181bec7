import { ImportError, type ImportItem, type ImportSource } from '../../rules/import-item.ts'
import { createLosses } from '../../rules/text-losses.ts'
import type { ArchiveFiles } from '../archive-files.server.ts'
import { readStart } from '../read-start.server.ts'
import { readWxr, type WxrRecord } from './read-wxr.server.ts'
import { createMediaIndex, createUploadFinder } from './wordpress-media.server.ts'
import { createNames, readNames } from './wordpress-names.server.ts'
import { createPostReader } from './wordpress-post.server.ts'

/** WordPress divides large exports into numbered files. */
const MAX_EXPORT_FILES = 1_000
const START_BYTES = 8_192
const NAMESPACE = /wordpress\.org\/export\/1\.\d/

/** Opens an export of WordPress: WXR files, alone or with the uploads folder; null if there are none. */
export async function openWordPress(files: ArchiveFiles): Promise<ImportSource | null> {
  const names: string[] = []
  for (const name of files.names.filter((name) => /\.(?:xml|wxr)$/i.test(name)).slice(0, MAX_EXPORT_FILES))
    if (NAMESPACE.test(await readStart(files, name, START_BYTES))) names.push(name)
  if (names.length === 0) return null

  async function* records(): AsyncGenerator<WxrRecord> {
    for (const name of names) {
      const content = await files.open(name)
      if (!content) throw new ImportError(`${name} is missing.`)
      yield* readWxr(content)
    }
  }

  const media = createMediaIndex()
  const findUpload = createUploadFinder(files)
  let siteUrl: string | null = null
  for await (const record of records()) {
    if (record.name === 'channel') siteUrl ??= siteOf(record)
    else if (record.name === 'item') media.add(record)
  }

  return {
    format: 'wordpress',
    siteUrl,
    async *items(options) {
      const read = createPostReader(media, siteUrl, options)
      const losses = createLosses(null)
      const names = createNames()
      const seen = new Set<string>()
      yield* feedRedirects()
      for await (const record of records()) {
        const items = record.name === 'item' ? read(record, losses, names) : readNames(record, names)
        for (const item of items) {
          // Each file of an export repeats all authors and terms.
          const name = item.kind === 'article' || item.kind === 'loss' ? null : `${item.kind} ${item.key}`
          if (name && seen.has(name)) continue
          if (name) seen.add(name)
          yield item
        }
      }
      yield* losses.items()
    },
    async readFile(address) {
      const name = findUpload(address)
      return name === undefined ? null : files.open(name)
    },
    async [Symbol.asyncDispose]() {},
  }
}

function siteOf({ texts }: WxrRecord): string | null {
  const address = texts.get('wp:base_blog_url') || texts.get('link') || texts.get('wp:base_site_url')
  return URL.parse(address ?? '')?.href ?? null
}

/** Redirects of the feeds of the whole site. */
function* feedRedirects(): Generator<ImportItem> {
  for (const [from, to] of [
    ['/feed/', '/feed.xml'],
    ['/feed/rss/', '/feed.xml'],
    ['/feed/rss2/', '/feed.xml'],
    ['/feed/rdf/', '/feed.xml'],
    ['/feed/atom/', '/atom.xml'],
    ['/?feed=rss2', '/feed.xml'],
    ['/?feed=atom', '/atom.xml'],
  ] as const)
    yield { kind: 'redirect', key: from, from, to, status: 301 }
}
