import { readFile, stat } from 'node:fs/promises'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { findFeeds } from '#features/feeds/ingest/find-feeds.server.ts'
import {
  createFeed,
  deleteFeed,
  fieldsOf,
  updateFeed,
} from '#features/feeds/manage/server/edit-feed.server.ts'
import { importFeeds } from '#features/feeds/manage/server/import-feeds.server.ts'
import {
  feedFormSchema,
  MAX_OPML_LENGTH,
  opmlTooLarge,
  publisherOf,
} from '#features/feeds/model/feed-form.ts'
import { feedHealth } from '#features/feeds/model/feed-health.ts'
import { type Feed, findFeed, listFeeds, parseFeedAddress } from '#features/feeds/model/feeds.server.ts'
import { formatOpml } from '#features/feeds/parse/opml.ts'
import { categoryName, GENERAL_CATEGORY, parseCategory } from '#kernel/category.ts'
import { listCategories } from '#kernel/category-lists.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { Db } from '#platform/database/db.server.ts'
import { env } from '#platform/process/env.server.ts'
import {
  type Command,
  type DatabaseCommand,
  parseArguments,
  print,
  printError,
  UsageError,
} from './command.ts'

export async function printFeeds(db: Db): Promise<number> {
  for (const feed of await listFeeds(db)) {
    const state = describeState(feed)
    const publisher = publisherOf(feed)
    const name = publisher === null || publisher === feed.title ? [] : [`(${publisher})`]
    const fullText = feed.fullText ? ['[full text]'] : []
    const held = feed.newArticles === 'hold' ? ['[held for review]'] : []
    print(
      [
        categoryName(feed.category).padEnd(10),
        feed.url,
        feed.title,
        ...name,
        ...fullText,
        ...held,
        state,
      ].join('  '),
    )
  }
  return 0
}

function describeState(feed: Feed): string {
  const { failureCount, lastError, damage } = feed
  const health = feedHealth(feed)
  switch (health) {
    case 'failing':
      return `failing (${failureCount}): ${lastError}`
    case 'disabled':
      return lastError === null ? 'disabled' : `disabled: ${lastError}`
    case 'healthy':
      return damage ?? 'healthy'
    case 'never-fetched':
      return 'never fetched'
  }
}

/** Adds the feed of a website if it links to one only. Adds what cannot be reached now, since it may be tomorrow. */
export function parseFeedsAdd(argv: string[]): Command {
  const { operand, values } = parseArguments(argv, 'feeds add URL [--category CATEGORY]', {
    category: { type: 'string', default: GENERAL_CATEGORY },
  })
  const read = parseFeedAddress(operand)
  if ('reason' in read) throw new UsageError(`${read.reason}.`)
  return async ({ openDatabase, openOutbound }) => {
    const { db } = await openDatabase()
    const category = parseCategory(values.category)
    if (!category) return printError(unknownCategory(values.category), 2)
    const known = await findFeed(db, read.address)
    const found =
      known || env().NEWS_FETCH === 'off' ? null : await findFeeds(openOutbound(), read.address, new Date())
    if (found?.kind === 'no-feed') return printError(`${operand} was not added: ${found.reason}`, 1)
    const [page, ...others] = found?.kind === 'page' ? found.feeds : []
    if (page && others.length > 0) {
      const listed = [page, ...others].map(({ url, title }) => (title ? `  ${url}  ${title}` : `  ${url}`))
      return printError([`${operand} is a web page. Add one of its feeds:`, ...listed].join('\n'), 1)
    }
    const added = await createFeed(db, COMMAND_LINE_ACTOR, {
      url: page?.url ?? read.address,
      title: '',
      category,
    })
    if (added.kind === 'rejected') return printError(`${added.reason}.`, 2)
    print(
      added.kind === 'added'
        ? `Added ${added.feed.url} to ${categoryName(category)}.`
        : `${added.feed.url} has already been added.`,
    )
    return 0
  }
}

function unknownCategory(text: string): string {
  const names = listCategories().map(categoryName)
  return `There is no category "${text}". Categories: ${names.join(', ')}.`
}

function readFullText(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError('--full-text must be "on" or "off".')
  return text === 'on'
}

function readNewArticles(text: string): 'publish' | 'hold' {
  if (text !== 'publish' && text !== 'hold')
    throw new UsageError('--new-articles must be "publish" or "hold".')
  return text
}

/** An empty publisher restores the name of the website. */
export function parseFeedsSet(argv: string[]): DatabaseCommand {
  const usage =
    'feeds set URL [--title TITLE] [--category CATEGORY] [--publisher NAME] [--full-text on|off] [--new-articles publish|hold]'
  const { operand, values } = parseArguments(argv, usage, {
    title: { type: 'string' },
    category: { type: 'string' },
    publisher: { type: 'string' },
    'full-text': { type: 'string' },
    'new-articles': { type: 'string' },
  })
  if (Object.keys(values).length === 0) throw new UsageError(`Usage: masthead ${usage}`)
  const { 'full-text': fullText, 'new-articles': newArticles, category, ...texts } = values
  const changes = {
    ...texts,
    ...(fullText !== undefined && { fullText: readFullText(fullText) }),
    ...(newArticles !== undefined && { newArticles: readNewArticles(newArticles) }),
  }
  return async (db) => {
    const feed = await findFeed(db, operand)
    if (!feed) return printError(`Feed not found: ${operand}.`, 1)
    const base = fieldsOf(feed)
    const key = category === undefined ? base.category : parseCategory(category)
    if (key === undefined) return printError(unknownCategory(category ?? ''), 2)
    const typed = feedFormSchema.safeParse({ ...base, ...changes, category: key })
    if (!typed.success)
      return printError(`${typed.error.issues[0]?.path.join('.')}: ${typed.error.issues[0]?.message}`, 2)
    const { kind } = await updateFeed(db, COMMAND_LINE_ACTOR, { id: feed.id, base, typed: typed.data })
    if (kind !== 'saved') return printError(`${feed.url} has been changed or removed by someone else.`, 1)
    print(`Updated ${feed.url}.`)
    return 0
  }
}

export function parseFeedsRemove(argv: string[]): DatabaseCommand {
  const { operand: url } = parseArguments(argv, 'feeds remove URL', {})
  return async (db) => {
    if (!(await deleteFeed(db, COMMAND_LINE_ACTOR, { url }))) return printError(`Feed not found: ${url}.`, 1)
    print(`Removed ${url}. Its articles stay.`)
    return 0
  }
}

export function parseFeedsImport(argv: string[]): DatabaseCommand {
  const { operand: file } = parseArguments(argv, 'feeds import FILE', {})
  return async (db) => {
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    )
    if (size > MAX_OPML_LENGTH) return printError(`${file} was not imported: ${opmlTooLarge()}`, 1)
    const opml = await readFile(file, 'utf8').catch(() => undefined)
    if (opml === undefined) return printError(`${file} cannot be read.`, 1)
    const report = await importFeeds(db, COMMAND_LINE_ACTOR, opml)
    if (report.kind === 'invalid') return printError(`${file} was not imported: ${report.reason}`, 1)
    const { added, known, rejected } = report
    for (const { url, reason } of rejected) printError(`Skipped ${url}: ${reason}`, 0)
    print(
      `Added ${formatCount(added.length, 'feed')}; already added: ${known.length}, skipped: ${rejected.length}.`,
    )
    return 0
  }
}

export async function printOpml(db: Db): Promise<number> {
  print(formatOpml(await listFeeds(db), new Date()))
  return 0
}
