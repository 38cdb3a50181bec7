import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CATEGORIES, parseCategory } from '#domain/category.ts'
import { formatOpml, parseOpml } from '#domain/feeds/opml.ts'
import { addFeed, listFeeds, removeFeed } from '#features/feeds/feeds.server.ts'
import { newsFetcher } from '#features/feeds/news-fetcher.server.ts'
import { loadSampleEdition, removeSampleEdition } from '#features/feeds/sample-edition.server.ts'
import { onFirstStart } from '#features/settings/first-start.server.ts'
import type { Db } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { openServices } from './services.server.ts'

/** A command's words are off: shown in one line, exit status 2. */
class UsageError extends Error {}

type Command = (db: Db, argv: string[]) => Promise<number>

const COMMANDS: Record<string, Command> = {
  'fetch-news': fetchNews,
  'feeds list': printFeeds,
  'feeds add': addFeedByUrl,
  'feeds remove': removeFeedByUrl,
  'feeds import': importOpml,
  'feeds export': exportOpml,
  'sample load': loadSample,
  'sample remove': removeSample,
}

/**
 * Runs one of the commands that work on the paper's data, beside a running server or without one.
 *
 * @param argv the words after `masthead`
 * @returns the exit status: 0, 1 for trouble, 2 for words that are off
 */
export async function run(argv: string[]): Promise<number> {
  const name = [argv.slice(0, 2).join(' '), argv[0] ?? ''].find((words) => words in COMMANDS)
  const command = name === undefined ? undefined : COMMANDS[name]
  const closing = new AsyncDisposableStack()
  try {
    if (!command || !name) throw new UsageError(`There is no command "${argv.join(' ')}"; see "masthead --help".`)
    const { database } = await openServices(env(), closing)
    return await command(database.db, argv.slice(name.split(' ').length))
  } catch (error) {
    if (error instanceof UsageError) return fail(error.message, 2)
    if (error instanceof StartupError) return fail(error.message, 1)
    throw error
  } finally {
    await closing.disposeAsync()
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function fail(message: string, status: number): number {
  process.stderr.write(`${message}\n`)
  return status
}

async function fetchNews(): Promise<number> {
  const report = await newsFetcher().fetchNews()
  say(JSON.stringify(report, null, 2))
  return report.feeds > 0 && report.failed === report.feeds ? 1 : 0
}

async function printFeeds(db: Db): Promise<number> {
  for (const feed of await listFeeds(db)) {
    const state = !feed.enabled ? 'off' : feed.lastError ? `failing (${feed.failureCount}): ${feed.lastError}` : 'ok'
    say([feed.category.padEnd(10), feed.url, feed.title, state].join('  '))
  }
  return 0
}

async function addFeedByUrl(db: Db, argv: string[]): Promise<number> {
  const { positionals, values } = words(argv, { category: { type: 'string' } })
  const [url] = positionals
  const category = parseCategory(values.category ?? 'News')
  if (!url) throw new UsageError('Say which: masthead feeds add URL [--category Politics]')
  if (!category) {
    throw new UsageError(`There is no category "${values.category}"; there are ${CATEGORIES.join(', ')}.`)
  }
  const added = await addFeed(db, { url, category })
  if (added.kind === 'refused') return fail(`${added.reason}.`, 1)
  say(added.kind === 'added' ? `Added ${added.feed.url} to ${category}.` : `${added.feed.url} is there already.`)
  return 0
}

async function removeFeedByUrl(db: Db, argv: string[]): Promise<number> {
  const [url] = words(argv, {}).positionals
  if (!url) throw new UsageError('Say which: masthead feeds remove URL')
  if (!(await removeFeed(db, url))) return fail(`There is no feed ${url}.`, 1)
  say(`Removed ${url}. Its articles stay.`)
  return 0
}

async function importOpml(db: Db, argv: string[]): Promise<number> {
  const [file] = words(argv, {}).positionals
  if (!file) throw new UsageError('Say which: masthead feeds import FILE')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return fail(`${file} cannot be read.`, 1)
  const parsed = parseOpml(text)
  if (parsed.kind === 'invalid') return fail(`${file} is not OPML: ${parsed.reason}`, 1)
  const outcomes = { added: 0, known: 0, refused: 0 }
  for (const { url, title, category } of parsed.feeds) {
    const outcome = await addFeed(db, { url, title, category: category ?? 'News' })
    outcomes[outcome.kind] += 1
    if (outcome.kind === 'refused') fail(`Left out: ${outcome.reason}.`, 0)
  }
  say(`Added ${outcomes.added} feeds; ${outcomes.known} were there already, ${outcomes.refused} were left out.`)
  return 0
}

async function exportOpml(db: Db): Promise<number> {
  say(formatOpml(await listFeeds(db), new Date()))
  return 0
}

async function loadSample(db: Db): Promise<number> {
  const created = await loadSampleEdition(db, new Date())
  await onFirstStart(db, 'sample edition', async () => {})
  say(`Loaded ${created} stories of the sample edition.`)
  return 0
}

async function removeSample(db: Db): Promise<number> {
  const removed = await removeSampleEdition(db)
  // A database that never had it must not be given it at the next start.
  await onFirstStart(db, 'sample edition', async () => {})
  say(`Removed ${removed} stories of the sample edition.`)
  return 0
}

function words<O extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(argv: string[], options: O) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
