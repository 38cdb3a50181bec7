import { Node } from '@tiptap/pm/model'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { readDocument } from '#features/collaboration/server/read-document.server.ts'
import { findQuote } from '#features/notes/admin/find-quote.ts'
import { listNotes } from '#features/notes/server/notes.server.ts'
import { DRAFT_STATUSES } from '#kernel/newsroom-states.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { type Database, openDatabase } from '#platform/database/db.server.ts'
import { migrateDatabase } from '#platform/database/migrate-database.server.ts'
import { databaseUrl } from '#platform/testing/global-setup.ts'
import { withMigrations } from '#platform/testing/with-migrations.ts'
import { EMPTY_ARTICLE } from '../rules/article-fields.ts'
import { readForm } from '../rules/draft-document.ts'
import { DRAFT_SCHEMA } from '../rules/draft-schema.ts'
import { toDocument } from './draft-document.server.ts'
import { findRevision, listRevisions } from './revisions.server.ts'

const ADA = '00000000-0000-4000-8000-00000000000a'
const ada = { id: ADA, email: 'ada@example.org', fullName: 'Ada', role: 'admin' } as const

/** The contents of drafts as they were stored, and a passage with a note. */
const TEXTS = [
  ['<p>Tea at four, <strong>milk</strong> first.</p><h2>Sugar</h2><p>Two lumps</p>', 'four, milk first'],
  ['<ul><li>one</li><li><p>two</p><ol start="3"><li>three<br>more</li></ol></li></ul>', 'three\nmore'],
  [
    '<blockquote><p>“Tea” H<sub>2</sub>O</p></blockquote><p><a href="https://x.example/?a=1&amp;b=2">a link</a></p>',
    'H2O a link',
  ],
  ['<p>مرحبا بالعالم 👩‍👩‍👧</p><p>5 &lt; 6 &amp; 7&nbsp;km</p>', 'بالعالم 👩‍👩‍👧 5 < 6'],
  ['<p>before</p><pre>a  b</pre><p lang="fr">bonjour</p><p>after</p>', 'before'],
  [`<p>first</p>${'<p>Many words that are <em>written</em> by hand.</p>'.repeat(100)}`, 'first'],
  ['', null],
] as const

/** The newest review or publication makes the status. */
const STATES = [...DRAFT_STATUSES.filter((status) => status !== 'idea'), 'deleted']

const DRAFTS = TEXTS.flatMap(([content, quote], row) =>
  STATES.map((state, column) => ({
    id: `10000000-0000-4000-8000-0000000000${row}${column}`,
    noteId: `20000000-0000-4000-8000-0000000000${row}${column}`,
    fields: { ...EMPTY_ARTICLE, title: `Q & A ${row}`, summary: 'Tea <b>at</b> four', content },
    quote,
    state,
  })),
)

describe('drafts of the former model', () => {
  const name = `former_drafts_${process.pid}`
  const url = databaseUrl(inject('postgresUrl'), name)
  const administer = async (statement: string) => {
    const client = new DatabaseClient({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  let database: Database
  let before: object

  /** Reads the rows behind the article list, the history, the reviews and the notes. */
  async function read(): Promise<object> {
    const rows = async (query: string) => (await database.pool.query(query)).rows
    return {
      drafts: await rows(
        'select id, fields, status, is_published, listed_at, last_revision, owner_id, deleted_at from drafts order by id',
      ),
      revisions: await rows(
        'select article_id, number, kind, fields, by, at, note from revisions order by 1, 2',
      ),
      reviews: await rows('select id, article_id, revision, kind, by, at, note from reviews order by id'),
      publications: await rows(
        'select id, article_id, kind, revision, state, planned_at, finished_at, reason from publications order by id',
      ),
      notes: await rows(
        'select id, article_id, parent_id, quote, text, by, at, is_blocking, resolved_at from notes order by id',
      ),
    }
  }

  async function insert({ id, noteId, fields, quote, state }: (typeof DRAFTS)[number]): Promise<void> {
    const { pool } = database
    await pool.query(
      `insert into drafts (id, fields, owner_id, last_revision, document_id, document_seq, deleted_at)
       values ($1, $2, $3, 2, gen_random_uuid(), 1, $4)`,
      [
        id,
        state === 'changed' ? { ...fields, title: 'Changed' } : fields,
        ADA,
        state === 'deleted' ? new Date() : null,
      ],
    )
    await pool.query(`insert into draft_updates (draft_id, seq, update, by) values ($1, 1, '\\x0000', $2)`, [
      id,
      ADA,
    ])
    for (const [number, text] of [{ ...fields, content: '<p>Earlier</p>' }, fields].entries())
      await pool.query(
        `insert into revisions (article_id, number, kind, fields, by, note) values ($1, $2, 'save', $3, $4, 'Note')`,
        [id, number + 1, text, ADA],
      )
    for (const kind of { 'in-review': ['submit'], approved: ['submit', 'approve'] }[state] ?? [])
      await pool.query(
        `insert into reviews (id, article_id, revision, kind, by) values (gen_random_uuid(), $1, 2, $2, $3)`,
        [id, kind, ADA],
      )
    if (state === 'published' || state === 'changed')
      await pool.query(
        'insert into articles (id, title, summary, content, category) values ($1, $2, $3, $4, $5)',
        [id, fields.title, fields.summary, fields.content, fields.category],
      )
    const publish = async (kind: string, publicationState: string) =>
      pool.query(
        `insert into publications (id, article_id, kind, revision, state, planned_at, next_attempt_at)
         values (gen_random_uuid(), $1, $2, $3, $4, now(), now())`,
        [id, kind, kind === 'publish' ? 2 : null, publicationState],
      )
    if (state === 'scheduled') await publish('publish', 'scheduled')
    if (['published', 'changed', 'withdrawn'].includes(state)) await publish('publish', 'done')
    if (state === 'withdrawn') await publish('withdraw', 'done')
    await pool.query(
      `insert into notes (id, article_id, anchor, quote, text, by) values ($1, $2, $3, $4, 'Check', $5)`,
      [noteId, id, quote && { document: id, start: 'AA==', end: 'AQ==' }, quote, ADA],
    )
    await pool.query(
      `insert into notes (id, article_id, parent_id, text, by) values (gen_random_uuid(), $1, $2, 'Done', $3)`,
      [id, noteId, ADA],
    )
  }

  beforeAll(async () => {
    await administer(`create database ${name}`)
    await withMigrations({}, (folder) => migrateDatabase(url, { folder }), 3)
    database = openDatabase(url, () => {})
    await database.pool.query(
      `insert into users (id, full_name, email, role) values ($1, 'Ada', 'ada@example.org', 'admin')`,
      [ADA],
    )
    for (const draft of DRAFTS) await insert(draft)
    before = await read()
    await migrateDatabase(url)
  })

  afterAll(async () => {
    await database.close()
    await administer(`drop database ${name} with (force)`)
  })

  it('keep their states, texts, revisions and notes', async () => {
    expect(await read()).toEqual(before)
    const { rows } = await database.pool.query('select distinct status from drafts order by 1')
    expect(rows.map(({ status }) => status)).toEqual([
      'approved',
      'changed',
      'draft',
      'in-review',
      'published',
      'scheduled',
      'withdrawn',
    ])
  })

  it('are opened with the same words, revisions, and notes at their passages', async () => {
    const { db, pool } = database
    await pool.query('update drafts set deleted_at = null')
    for (const { id, fields, quote, state } of DRAFTS) {
      const found = await readDocument(db, ada, { id })
      const doc = Node.fromJSON(DRAFT_SCHEMA, found.kind === 'document' ? found.document : {})
      doc.check()
      expect(readForm(doc)).toEqual({
        ...fields,
        title: state === 'changed' ? 'Changed' : fields.title,
        summary: 'Tea <strong>at</strong> four',
      })
      expect((await listRevisions(db, id)).revisions.map(({ number }) => number)).toEqual([2, 1])
      expect((await findRevision(db, id, 2))?.form).toEqual(fields)
      const [note, reply] = await listNotes(db, ada, id)
      expect(reply).toMatchObject({ parentId: note?.id, text: 'Done' })
      expect(note).toMatchObject({ quote, anchor: null })
      const range = note?.quote && findQuote(doc, note.quote, { isMoved: false })
      expect(range ? doc.textBetween(range.from, range.to, ' ', '\n') : null).toBe(quote)
    }
  })
})

describe('toDocument', () => {
  const form = { ...EMPTY_ARTICLE, content: '<p>Tea <em>at</em> four</p>'.repeat(200) }

  it('makes one block of HTML of a text that takes too long', () => {
    const body = toDocument(form, 1).child(2)
    expect(body.children.map(({ type, attrs }) => [type.name, attrs.html])).toEqual([
      ['htmlBlock', form.content],
    ])
  })

  it('does not count the time in which other processes use the processor', () => {
    const used = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 900, system: 0 })
    try {
      expect(toDocument(form, 1).child(2).childCount).toBe(200)
    } finally {
      used.mockRestore()
    }
  })
})
