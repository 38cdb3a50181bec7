import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MAX_FULL_TEXT_PAGES_PER_RUN, readFullTexts } from '#features/feeds/ingest/complete-items.server.ts'
import { createFeedReader, type FeedReader } from '#features/feeds/ingest/feed-reader.server.ts'
import type { FeedDocument } from '#features/feeds/ingest/feed-reader-thread.server.ts'
import type { ItemWithHash } from '#features/feeds/ingest/hash-item.server.ts'
import { fetchDocument } from '#features/feeds/ingest/request-feed.server.ts'
import { parseFeedAddress } from '#features/feeds/model/feeds.server.ts'
import { MAX_FEED_BYTES } from '#features/feeds/parse/xml-document.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { type Command, parseManyArguments, print, UsageError } from './command.ts'

const USAGE = 'feeds read FILE|URL… [--url URL] [--full-text]'

/** Prints the articles that a fetch would store, one JSON line per document; exits with 1 if one is unreadable. */
export function parseFeedsRead(argv: string[]): Command {
  const { operands, values } = parseManyArguments(argv, USAGE, {
    url: { type: 'string' },
    'full-text': { type: 'boolean', default: false },
  })
  const address = values.url === undefined ? undefined : parseFeedAddress(values.url)
  if (address && 'reason' in address) throw new UsageError(`${address.reason}.`)
  return async ({ openOutbound }) => {
    const outbound = openOutbound()
    const reader = createFeedReader()
    try {
      let status = 0
      for (const source of operands) {
        const result = await readDocument(source, {
          outbound,
          reader,
          fileUrl: address?.address,
          fullText: values['full-text'],
        })
        if (result.error !== null) status = 1
        print(JSON.stringify({ source, ...result }))
      }
      return status
    } finally {
      await reader.close()
    }
  }
}

/** `fileUrl` is the base of relative addresses in files. */
type Dependencies = {
  outbound: Outbound
  reader: FeedReader
  fileUrl: string | undefined
  fullText: boolean
}

async function readDocument(source: string, { outbound, reader, fileUrl, fullText }: Dependencies) {
  const document = /^https?:/i.test(source)
    ? await fetchDocument(outbound, source, new AbortController().signal)
    : await openFile(source, fileUrl)
  if ('error' in document) return failed(document.error)
  const content = await reader.read({ ...document, now: new Date() })
  if (content.kind === 'invalid') return failed(content.reason)
  const { format, title, damage, items } = content
  const texts = await readFullTexts(fullText ? items : [], {
    outbound,
    reader,
    signal: new AbortController().signal,
    budget: { pages: MAX_FULL_TEXT_PAGES_PER_RUN },
  })
  const articles = items.map((item) => formatArticle({ ...item, content: texts.get(item) ?? item.content }))
  return { error: null, damage, format, title, articles }
}

type Opened = Omit<FeedDocument, 'now'> | { error: string }

async function openFile(file: string, url = pathToFileURL(resolve(file)).href): Promise<Opened> {
  try {
    const { size } = await stat(file)
    if (size > MAX_FEED_BYTES) return { error: `${file} is larger than ${formatBytes(MAX_FEED_BYTES)}.` }
    return { bytes: await readFile(file), contentType: null, url }
  } catch {
    return { error: `${file} cannot be read.` }
  }
}

function failed(error: string) {
  return { error, damage: null, format: null, title: null, articles: [] }
}

function formatArticle(item: ItemWithHash) {
  return {
    title: item.title,
    summary: item.summary,
    body: item.content,
    author: item.author,
    source: item.sourceName,
    date: item.publishedAt.toISOString(),
    isDated: item.datedBySource,
    updated: item.updatedAt?.toISOString() ?? null,
    link: item.sourceUrl,
    image: item.imageUrl,
    guid: item.guid,
    topics: item.topics,
  }
}
