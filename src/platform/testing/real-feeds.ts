import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Six feeds of other publishers, which are not part of the project. Tests that read them are skipped if the folder is
 * missing.
 */
export const REAL_FEEDS = resolve(process.env.MASTHEAD_REAL_FEEDS ?? '../shared/feeds')

/** The missing ones of `files`. */
export function missingFeeds(files: readonly string[]): string[] {
  return files.filter((file) => !existsSync(join(REAL_FEEDS, file)))
}

export function readRealFeed(file: string): Buffer {
  return readFileSync(join(REAL_FEEDS, file))
}
