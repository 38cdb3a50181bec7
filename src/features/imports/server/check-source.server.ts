import { eq, sql } from 'drizzle-orm'
import { uploadUrl } from '#features/media/rules/variant.ts'
import { GENERAL_CATEGORY } from '#kernel/category.ts'
import type { ImportedKind, ImportResult } from '#kernel/import-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import { authors } from '#schema/authors.ts'
import { drafts } from '#schema/newsroom.ts'
import { topics } from '#schema/topics.ts'
import type { ImportItem, ImportSource } from '../rules/import-item.ts'
import type { ImportOptions } from '../rules/import-options.ts'
import { createReport, type ImportReport, MISSING_CATEGORIES } from '../rules/import-report.ts'
import { readArticleLinks } from './article-links.server.ts'
import { convertArticle } from './convert-article.server.ts'
import { readFacts } from './import-context.server.ts'
import type { ImportFile } from './import-files.server.ts'
import { hashOf, keyOf } from './import-ids.server.ts'
import { findItem, type LedgerRow } from './import-ledger.server.ts'
import { mapCategory } from './map-category.server.ts'
import { paperOf } from './open-source.server.ts'

/** The number of addresses that are remembered, so that an image in several articles is counted once. */
const MAX_REMEMBERED = 500_000
const RECORDING = /\.(?:(mp3|m4a|aac|oga|ogg|flac|wav)|mp4|m4v|webm|mov)$/i

/** Reads a source and reports what an import would do, without storing anything. */
export async function checkSource(
  db: Db,
  source: ImportSource,
  options: ImportOptions,
  signal: AbortSignal,
  now: Date,
): Promise<ImportReport> {
  const paper = paperOf(source)
  const report = createReport()
  const files = new Set<string>()
  const linkArticles = await readArticleLinks(source, paper, options, signal, now)

  const countFile: ImportFile = async (address) => {
    if (!files.has(address)) {
      if (files.size < MAX_REMEMBERED) files.add(address)
      await reportFile(address)
    }
    const path = URL.parse(address, 'http://site.invalid')?.pathname ?? ''
    const [recording, audio] = RECORDING.exec(path) ?? []
    return {
      kind: 'file',
      url: uploadUrl(`checked${recording ?? '.jpg'}`),
      mime: audio ? 'audio/mpeg' : recording ? 'video/mp4' : 'image/jpeg',
      width: 1_200,
      height: 800,
    }
  }

  async function reportFile(address: string): Promise<void> {
    if (await source.readFile(address)) return report.addItem('file', 'created', address)
    const isRemote = /^https?:$/.test(URL.parse(address, source.siteUrl ?? undefined)?.protocol ?? '')
    const isFetched = isRemote && options.files === 'fetch'
    report.addLoss(
      isFetched
        ? 'files that have to be fetched from the former site'
        : 'files that the export does not contain',
      1,
      address,
    )
  }

  async function checkItem(item: Exclude<ImportItem, { kind: 'loss' }>): Promise<void> {
    if (item.kind === 'article' && !readFacts(item, options, now))
      return report.addLoss('pages', 1, item.title)
    if (item.kind === 'subscriber' && options.subscribers === 'leave')
      return report.addLoss('subscribers', 1, item.email)
    const before = await findItem(db, paper, item.kind, keyOf(item))
    const title = titleOf(item)
    const isUnchanged =
      before !== undefined &&
      before.result !== 'refused' &&
      (item.kind === 'subscriber' || before.hash === hashOf(item))
    if (item.kind !== 'article') {
      if ((item.kind === 'person' || item.kind === 'topic') && item.image) await countFile(item.image.address)
      const result = isUnchanged ? 'unchanged' : before?.ourId ? 'updated' : await resultOf(item)
      return report.addItem(item.kind, result, title)
    }
    if (isUnchanged) return report.addItem('article', 'unchanged', title)
    const references = { people: [], category: GENERAL_CATEGORY }
    const converted = await convertArticle(item, references, countFile, linkArticles)
    if (converted.kind === 'refused') {
      report.addLoss('articles that cannot be stored', 1, `${title}: ${converted.reason}`)
      return report.addItem('article', 'refused', title)
    }
    if (converted.links > 0)
      report.addLoss('links that lead to the new addresses of articles', converted.links, title)
    for (const element of converted.elements) report.addLoss(`HTML blocks with ${element}`, 1, title)
    report.addItem('article', before?.ourId ? await changeOf(before) : 'created', title)
  }

  async function changeOf({ ourId, storedHash }: LedgerRow): Promise<ImportResult> {
    const { formHash, deletedAt } = drafts
    const [draft] = await db
      .select({ formHash, deletedAt })
      .from(drafts)
      .where(eq(drafts.id, ourId ?? ''))
    return draft && !draft.deletedAt && draft.formHash === storedHash ? 'updated' : 'kept'
  }

  async function resultOf(item: ImportItem): Promise<ImportResult> {
    if (item.kind === 'category') {
      const category = mapCategory(item)
      if (!category) report.addLoss(MISSING_CATEGORIES, 1, item.name)
      return category ? 'matched' : 'created'
    }
    if (item.kind !== 'person' && item.kind !== 'topic') return 'created'
    const table = item.kind === 'person' ? authors : topics
    const same = await db.$count(table, sql`lower(${table.name}) = lower(${item.name})`)
    return same > 0 ? 'matched' : 'created'
  }

  for await (const { kind, title } of source.paper?.contents() ?? []) {
    signal.throwIfAborted()
    report.addItem(kind, 'created', title)
  }
  for await (const item of source.items()) {
    signal.throwIfAborted()
    if (item.kind === 'loss')
      report.addLoss(item.what, item.count, [item.example, item.article].filter(Boolean).join(' – '))
    else await checkItem(item)
  }
  return report.read()
}

function titleOf(item: Extract<ImportItem, { kind: ImportedKind }>): string {
  switch (item.kind) {
    case 'article':
      return item.title
    case 'redirect':
      return item.from
    case 'subscriber':
      return item.email
    default:
      return item.name
  }
}
