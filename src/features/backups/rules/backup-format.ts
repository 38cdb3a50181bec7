import * as z from 'zod'
import { formatBytes } from '#kernel/format-bytes.ts'
import { formatCount } from '#kernel/format-count.ts'
import { parseJson } from '#kernel/parameters.ts'

/** Increased when an older version could not restore a backup correctly. */
export const FORMAT = 1
export const HEADER_FILE = 'header.json'
/** Without this last file, a backup is incomplete. */
export const MANIFEST_FILE = 'manifest.json'
/** Bounds the memory for a damaged backup. */
export const MAX_JSON_BYTES = 16 * 1024 * 1024
export const UPLOADS_PER_STEP = 500

/** The names are part of SQL statements. */
const identifier = z.string().regex(/^[a-z_]\w{0,62}$/i)

const table = z.object({ name: identifier, columns: z.array(identifier).min(1) })

/** `migrations`: those of the database, oldest first. */
const header = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ hash: z.string(), when: z.number(), release: z.string().nullish() })).min(1),
  tables: z.array(table),
})

/** `sha256`: of the rows in PostgreSQL's text format. `uploads.bytes`: of all files. */
const manifest = z.object({
  tables: z.array(
    z.object({ name: z.string(), rows: z.int(), bytes: z.int(), sha256: z.string().length(64) }),
  ),
  sequences: z.array(z.object({ name: identifier, value: z.string(), isCalled: z.boolean() })),
  uploads: z.object({ count: z.int(), bytes: z.int() }),
})

export type BackupHeader = z.output<typeof header>
export type BackupManifest = z.output<typeof manifest>
export type TableDigest = BackupManifest['tables'][number]

export function parseManifest(text: string): BackupManifest | undefined {
  return manifest.safeParse(parseJson(text)).data
}

/** @returns 'newer' for a backup of a later version of Masthead */
export function parseHeader(text: string): BackupHeader | 'newer' | undefined {
  const json = parseJson(text)
  const { data } = z.object({ format: z.number() }).safeParse(json)
  if (data && data.format > FORMAT) return 'newer'
  return header.safeParse(json).data
}

export function tablePath(name: string): string {
  return `tables/${name}`
}

/** The path contains the checksum, so that a restore can check each file while it reads it. */
export function uploadPath(sha256: string, name: string): string {
  return `uploads/${sha256}/${name}`
}

export type BackupPath =
  | { kind: 'table'; name: string }
  | { kind: 'upload'; sha256: string; name: string }
  | { kind: 'header' }
  | { kind: 'manifest' }

/** Uploads are never in folders or hidden. */
export function parsePath(path: string): BackupPath | undefined {
  if (path === HEADER_FILE) return { kind: 'header' }
  if (path === MANIFEST_FILE) return { kind: 'manifest' }
  const table = /^tables\/(.{1,63})\/\d{6,}$/.exec(path)
  if (table?.[1]) return { kind: 'table', name: table[1] }
  const upload = /^uploads\/([\da-f]{64})\/([\w-][\w.-]{0,199})$/.exec(path)
  if (upload?.[1] && upload[2]) return { kind: 'upload', sha256: upload[1], name: upload[2] }
}

/** "36 tables with 1,204 rows and 12 uploads (3.4 MB)" */
export function describeBackup({ tables, uploads }: BackupManifest): string {
  const rows = tables.reduce((total, table) => total + table.rows, 0)
  const counts = `${formatCount(tables.length, 'table')} with ${formatCount(rows, 'row')}`
  return `${counts} and ${formatCount(uploads.count, 'upload')} (${formatBytes(uploads.bytes)})`
}
