import { readFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { formatOpml, parseOpml } from '#features/feeds/rules/opml.ts'
import { addFeed, listFeeds, removeFeed } from '#features/feeds/server/feeds.server.ts'
import { newsFetcher } from '#features/feeds/server/news-fetcher.server.ts'
import { loadSampleEdition, removeSampleEdition } from '#features/feeds/server/sample-edition.server.ts'
import { onFirstStart } from '#features/site/server/first-start.server.ts'
import { CATEGORIES, parseCategory } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { openServices } from '../services.server.ts'
import { readAdminCreate, readAdminReset } from './admin-commands.ts'
import { fail, readWords, say, UsageError, type Work } from './command-words.ts'
import { terminal } from './terminal.ts'

/** Reads a command's words, before anything is opened. @throws UsageError */
type Command = (argv: string[]) => Work

const COMMANDS = new Map<string, Command>([
  ['fetch-news', plain(fetchNews)],
  ['feeds list', plain(printFeeds)],
  ['feeds add', addFeedByUrl],
  ['feeds remove', removeFeedByUrl],
  ['feeds import', importOpml],
  ['feeds export', plain(exportOpml)],
  ['admin create', (argv) => readAdminCreate(argv, terminal)],
  ['admin reset', (argv) => readAdminReset(argv, terminal)],
  ['sample load', plain(loadSample)],
  ['sample remove', plain(removeSample)],
])

/**
 * Runs one of the commands that work on the paper's data, beside a running server or without one.
 *
 * @param argv the words after `masthead`
 * @returns the exit status: 0, 1 for trouble, 2 for words that are off
 */
export async function run(argv: string[]): Promise<number> {
  const closing = new AsyncDisposableStack()
  endInOrder(closing)
  try {
    const work = readCommand(argv)
    // Standard output is the command's own, and may be sent into a file.
    log().level = 'silent'
    const { database } = await openServices(env(), closing)
    return await work(database.db)
  } catch (error) {
    if (error instanceof UsageError) return fail(error.message, 2)
    if (error instanceof StartupError) return fail(error.message, 1)
    throw error
  } finally {
    await closing.disposeAsync()
  }
}

/** A command that is broken off leaves no database running. */
function endInOrder(closing: AsyncDisposableStack): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const end = () => {
      closing.disposeAsync().finally(() => process.exit(128 + constants.signals[signal]))
    }
    process.once(signal, end)
    closing.defer(() => void process.off(signal, end))
  }
}

function readCommand(argv: string[]): Work {
  for (const length of [1, 2]) {
    const command = COMMANDS.get(argv.slice(0, length).join(' '))
    if (command) return command(argv.slice(length))
  }
  throw new UsageError(`There is no command "${argv.join(' ')}"; see "masthead --help".`)
}

async function fetchNews(): Promise<number> {
  const report = await newsFetcher().fetchNews()
  say(JSON.stringify(report, null, 2))
  return report.feeds > 0 && report.failed === report.feeds ? 1 : 0
}

async function printFeeds(db: Db): Promise<number> {
  for (const feed of await listFeeds(db)) {
    const state = !feed.enabled
      ? 'off'
      : feed.lastError
        ? `failing (${feed.failureCount}): ${feed.lastError}`
        : 'ok'
    say([feed.category.padEnd(10), feed.url, feed.title, state].join('  '))
  }
  return 0
}

function addFeedByUrl(argv: string[]): Work {
  const { operand: url, values } = readWords(argv, 'feeds add URL [--category CATEGORY]', {
    category: { type: 'string', default: 'News' },
  })
  const category = parseCategory(values.category)
  if (!category) {
    throw new UsageError(`There is no category "${values.category}"; there are ${CATEGORIES.join(', ')}.`)
  }
  return async (db) => {
    const added = await addFeed(db, { url, category })
    if (added.kind === 'refused') return fail(`${added.reason}.`, 2)
    say(
      added.kind === 'added'
        ? `Added ${added.feed.url} to ${category}.`
        : `${added.feed.url} is there already.`,
    )
    return 0
  }
}

function removeFeedByUrl(argv: string[]): Work {
  const { operand: url } = readWords(argv, 'feeds remove URL', {})
  return async (db) => {
    if (!(await removeFeed(db, url))) return fail(`There is no feed ${url}.`, 1)
    say(`Removed ${url}. Its articles stay.`)
    return 0
  }
}

function importOpml(argv: string[]): Work {
  const { operand: file } = readWords(argv, 'feeds import FILE', {})
  return async (db) => {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) return fail(`${file} cannot be read.`, 1)
    const parsed = parseOpml(text)
    if (parsed.kind === 'invalid') return fail(`${file} is not OPML: ${parsed.reason}`, 1)
    const outcomes = { added: 0, known: 0, refused: parsed.refused.length }
    for (const { url, reason } of parsed.refused) fail(`Left out: ${url}: ${reason}`, 0)
    for (const { url, title, category } of parsed.feeds) {
      const outcome = await addFeed(db, { url, title, category: category ?? 'News' })
      outcomes[outcome.kind] += 1
      if (outcome.kind === 'refused') fail(`Left out: ${outcome.reason}.`, 0)
    }
    say(
      `Added ${outcomes.added} feeds; ${outcomes.known} were there already, ${outcomes.refused} were left out.`,
    )
    return 0
  }
}

async function exportOpml(db: Db): Promise<number> {
  say(formatOpml(await listFeeds(db), new Date()))
  return 0
}

async function loadSample(db: Db): Promise<number> {
  const created = await settle(db, (tx) => loadSampleEdition(tx, new Date()))
  say(`Loaded ${created} stories of the sample edition.`)
  return 0
}

async function removeSample(db: Db): Promise<number> {
  const removed = await settle(db, removeSampleEdition)
  say(`Removed ${removed} stories of the sample edition.`)
  return 0
}

/** Does to the sample edition what a person wishes, which no first start is to undo. */
function settle(db: Db, wish: (tx: Db) => Promise<number>): Promise<number> {
  return db.transaction(async (tx) => {
    await onFirstStart(tx, 'sample edition', async () => {})
    return wish(tx)
  })
}

/** A command that takes no words of its own. */
function plain(work: Work): Command {
  return (argv) => {
    if (argv.length > 0) throw new UsageError(`This is a word too many: "${argv.join(' ')}".`)
    return work
  }
}
