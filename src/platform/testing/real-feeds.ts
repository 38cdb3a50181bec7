import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Where six feeds of the real web lie. They belong to others, so they are no part of the project: the tests that read them
 * are left out, and say so, where the folder is missing. No other setting of the environment is for tests only.
 */
export const REAL_FEEDS = resolve(process.env.MASTHEAD_REAL_FEEDS ?? '../shared/feeds')

/** Those of `files` that are not there. */
export function missingFeeds(files: readonly string[]): string[] {
  return files.filter((file) => !existsSync(join(REAL_FEEDS, file)))
}

/** A feed, byte for byte. */
export function readRealFeed(file: string): Buffer {
  return readFileSync(join(REAL_FEEDS, file))
}
