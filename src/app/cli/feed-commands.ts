import { readFile, stat } from 'node:fs/promises'
import { COMMAND_LINE_ACTOR } from '#features/accounts/server/record-audit.server.ts'
import { MAX_OPML_LENGTH, OPML_TOO_LARGE } from '#features/feeds/rules/feed-form.ts'
import { feedHealth } from '#features/feeds/rules/feed-health.ts'
import { formatOpml } from '#features/feeds/rules/opml.ts'
import { createFeed, deleteFeed } from '#features/feeds/server/edit-feed.server.ts'
import { listFeeds } from '#features/feeds/server/feeds.server.ts'
import { importFeeds } from '#features/feeds/server/import-feeds.server.ts'
import { CATEGORIES, parseCategory } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import { type Command, parseArguments, print, printError, UsageError } from './command.ts'

export async function printFeeds(db: Db): Promise<number> {
  for (const feed of await listFeeds(db)) {
    const health = feedHealth(feed)
    const state =
      health === 'failing' ? `failing (${feed.failureCount}): ${feed.lastError}` : health.replace('-', ' ')
    print([feed.category.padEnd(10), feed.url, feed.title, state].join('  '))
  }
  return 0
}

export function parseFeedsAdd(argv: string[]): Command {
  const { operand: url, values } = parseArguments(argv, 'feeds add URL [--category CATEGORY]', {
    category: { type: 'string', default: 'News' },
  })
  const category = parseCategory(values.category)
  if (!category) {
    throw new UsageError(`There is no category "${values.category}". Categories: ${CATEGORIES.join(', ')}.`)
  }
  return async (db) => {
    const added = await createFeed(db, COMMAND_LINE_ACTOR, { url, title: '', category })
    if (added.kind === 'rejected') return printError(`${added.reason}.`, 2)
    print(
      added.kind === 'added'
        ? `Added ${added.feed.url} to ${category}.`
        : `${added.feed.url} has already been added.`,
    )
    return 0
  }
}

export function parseFeedsRemove(argv: string[]): Command {
  const { operand: url } = parseArguments(argv, 'feeds remove URL', {})
  return async (db) => {
    if (!(await deleteFeed(db, COMMAND_LINE_ACTOR, { url }))) return printError(`Feed not found: ${url}.`, 1)
    print(`Removed ${url}. Its articles stay.`)
    return 0
  }
}

/** Prints skipped feeds and the counts. */
export function parseFeedsImport(argv: string[]): Command {
  const { operand: file } = parseArguments(argv, 'feeds import FILE', {})
  return async (db) => {
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    )
    if (size > MAX_OPML_LENGTH) return printError(`${file} was not imported: ${OPML_TOO_LARGE}`, 1)
    const opml = await readFile(file, 'utf8').catch(() => undefined)
    if (opml === undefined) return printError(`${file} cannot be read.`, 1)
    const report = await importFeeds(db, COMMAND_LINE_ACTOR, opml)
    if (report.kind === 'invalid') return printError(`${file} was not imported: ${report.reason}`, 1)
    const { added, known, rejected } = report
    for (const { url, reason } of rejected) printError(`Skipped ${url}: ${reason}`, 0)
    print(`Added ${added.length} feeds; ${known.length} already existed, ${rejected.length} were skipped.`)
    return 0
  }
}

export async function printOpml(db: Db): Promise<number> {
  print(formatOpml(await listFeeds(db), new Date()))
  return 0
}
