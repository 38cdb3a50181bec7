import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Feeds of other publishers are not part of the project. Their tests are skipped if the folder is missing. */
export const REAL_FEEDS = resolve(process.env.MASTHEAD_REAL_FEEDS ?? '../shared/feeds')

export function missingFeeds(files: readonly string[]): string[] {
  return files.filter((file) => !existsSync(join(REAL_FEEDS, file)))
}

export function readRealFeed(file: string): Buffer {
  return readFileSync(join(REAL_FEEDS, file))
}
