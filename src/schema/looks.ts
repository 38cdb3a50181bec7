import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant } from './instant.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The looks of the newspaper: at most one draft, and the published ones, of which readers see the newest. */
export const looks = pgTable(
  'looks',
  {
    /** Chosen by the client for a published one, so that a retry publishes once. */
    id: uuid('id').primaryKey().defaultRandom(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** A `Look`. */
    look: jsonb('look').notNull(),
    /** Null for the draft. */
    publishedAt: instant('published_at'),
    by: uuid('by').references(() => users.id, { onDelete: 'set null' }),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'looks_look_check',
      sql`jsonb_typeof(${table.look}) = 'object' and pg_column_size(${table.look}) <= 8192`,
    ),
    uniqueIndex('looks_draft_key')
      .on(sql`(${table.publishedAt} is null)`)
      .where(sql`${table.publishedAt} is null`),
    uniqueIndex('looks_seq_key').on(table.seq),
  ],
)

/** The encoded files of the images of looks. They are small, so they need no file storage, and backups contain them. */
export const lookFiles = pgTable(
  'look_files',
  {
    /** The image: the SHA-256 hash of its pixels in hexadecimal digits. */
    image: text('image').notNull(),
    /** Such as "wordmark.avif". */
    name: text('name').notNull(),
    bytes: bytea('bytes').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.image, table.name] }),
    check('look_files_image_check', sql`${table.image} ~ '^[0-9a-f]{64}$'`),
    check('look_files_bytes_check', sql`octet_length(${table.bytes}) between 1 and 1048576`),
  ],
)
