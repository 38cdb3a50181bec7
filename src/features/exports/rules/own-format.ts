/**
 * Masthead's own format: a zip file.
 *
 * - `masthead.json`: an {@link OwnHeader}.
 * - `rows/{table}.jsonl`: a line of JSON for each row, by column name. In the order of {@link OWN_TABLES}, rows refer only to
 *   earlier rows.
 * - `files.jsonl`: an {@link OwnFile} for each file.
 * - `files/{name}`: a stored image or recording.
 *
 * Accounts, passwords, sessions, statistics and the audit log are not part of it: a backup contains them.
 */
export const OWN_FORMAT = 'masthead-export'
export const OWN_VERSION = 1
export const OWN_HEADER = 'masthead.json'
export const OWN_FILE_LIST = 'files.jsonl'

export type OwnHeader = {
  format: typeof OWN_FORMAT
  version: number
  /** ISO 8601. */
  createdAt: string
  siteUrl: string
  siteName: string
  tables: string[]
}

/** `sha256` in hexadecimal digits. */
export type OwnFile = { name: string; bytes: number; sha256: string }

/** In the order in which they can be stored. */
export const OWN_TABLES = [
  'site_settings',
  'categories',
  'phrases',
  'look_files',
  'looks',
  'authors',
  'merged_authors',
  'author_aliases',
  'topics',
  'media',
  'embeds',
  'feeds',
  'drafts',
  'draft_snapshots',
  'draft_steps',
  'revisions',
  'reviews',
  'publications',
  'articles',
  'article_identities',
  'deleted_articles',
  'held_items',
  'feed_versions',
  'article_topics',
  'corrections',
  'notes',
  'live_posts',
  'front_publications',
  'fronts',
  'breaking_bar',
  'redirects',
  'newsletter_subscribers',
] as const

/** Exported on request only. */
export const SUBSCRIBER_TABLE = 'newsletter_subscribers'

export function rowsPath(table: string): string {
  return `rows/${table}.jsonl`
}

export function filePath(name: string): string {
  return `files/${name}`
}

/** The setting that names the paper that was imported into this site. */
export const PAPER_MARK = 'imported_paper'

/** Settings that belong to this installation, which are neither exported nor imported. */
export const LOCAL_SETTINGS: readonly string[] = ['uploads_folder_id', 'newsletter_digest_since', PAPER_MARK]
