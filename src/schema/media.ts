import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant } from './instant.ts'

/** The media library (newsroom §1): images and recordings, which are audio and video files. */
export const media = pgTable(
  'media',
  {
    /** Chosen by the client, so that a repeated upload creates one image. */
    id: uuid('id').primaryKey(),
    /** Names the image in `/storage/article-images/{name}`, which articles store; unchanged when the file is replaced. */
    name: text('name').notNull(),
    /** The stored file. */
    file: text('file').notNull(),
    mime: text('mime').notNull(),
    bytes: integer('bytes').notNull(),
    /** Pixels; 0 for audio. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Seconds; null for images, and if the file does not say. */
    duration: doublePrecision('duration'),
    alt: text('alt').notNull().default(''),
    isDecorative: boolean('is_decorative').notNull().default(false),
    caption: text('caption').notNull().default(''),
    credit: text('credit').notNull().default(''),
    /** An agency, archive or address. */
    source: text('source').notNull().default(''),
    /** The people whom it shows. */
    people: text('people').notNull().default(''),
    keywords: text('keywords').notNull().default(''),
    rightsNote: text('rights_note').notNull().default(''),
    /** The last day on which it may be published. */
    rightsEndOn: date('rights_end_on'),
    /** Fractions of the width and height, which crops keep in view; null to find the most salient part. */
    focusX: doublePrecision('focus_x'),
    focusY: doublePrecision('focus_y'),
    /** For recordings: WebVTT as `writeCaptions` returns it. */
    captions: text('captions').notNull().default(''),
    /** For recordings: text with a blank line between paragraphs. */
    transcript: text('transcript').notNull().default(''),
    /** 64 bits; similar images differ in few of them. Null for recordings. */
    perceptualHash: bigint('perceptual_hash', { mode: 'bigint' }),
    takenAt: instant('taken_at'),
    uploadedBy: uuid('uploaded_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(name || E'\\n' || alt || E'\\n' || caption || E'\\n' || credit || E'\\n' || source || E'\\n' || people || E'\\n' || keywords)`,
      ),
  },
  (table) => [
    check('media_name_check', sql`${table.name} ~ '^[\\w-][\\w.-]{0,199}$'`),
    check(
      'media_size_check',
      sql`${table.bytes} > 0 and (${table.mime} like 'audio/%' or least(${table.width}, ${table.height}) > 0)`,
    ),
    check('media_hash_check', sql`${table.mime} not like 'image/%' or ${table.perceptualHash} is not null`),
    check('media_alt_check', sql`not ${table.isDecorative} or ${table.alt} = ''`),
    check(
      'media_focus_check',
      sql`(${table.focusX} is null) = (${table.focusY} is null) and ${table.focusX} between 0 and 1 and ${table.focusY} between 0 and 1`,
    ),
    uniqueIndex('media_name_key').on(table.name),
    index('media_latest_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('media_uploader_idx').on(
      table.uploadedBy,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('media_rights_idx').on(table.rightsEndOn).where(sql`${table.rightsEndOn} is not null`),
    index('media_search_idx').using('gin', sql`search_fold(${table.searchText}) gin_trgm_ops`),
  ],
)
