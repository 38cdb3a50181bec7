import { randomUUID } from 'node:crypto'
import type { Account } from '#features/access/rules/access.ts'
import type { BaseText } from '#features/collaboration/server/base-text.server.ts'
import { type ArticleField, type ArticleForm, EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import type { UpdateChoice } from '#features/drafts/rules/publication-forms.ts'
import type { ItemWithHash } from '#features/feeds/ingest/hash-item.server.ts'
import { storeItems } from '#features/feeds/ingest/store-items.server.ts'
import type { Role } from '#kernel/roles.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { type Draft, findDraft } from '../server/find-draft.server.ts'
import { itemDrafts } from '../server/item-drafts.server.ts'
import { type PublishRequest, publishDraft } from '../server/publish-draft.server.ts'
import { restoreRevision } from '../server/restore-revision.server.ts'
import { saveDraft } from '../server/save-draft.server.ts'
import { openDraftClient } from './draft-client.ts'

export const NOW = new Date('2026-11-21T12:00:00Z')
export const LATER = new Date('2026-11-21T13:00:00Z')
export const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'

export const article = (more: Partial<ArticleForm> = {}): ArticleForm => ({
  ...EMPTY_ARTICLE,
  title: 'Tea',
  ...more,
})

export const feedItem = (hash: string, title: string): ItemWithHash => ({
  itemId: null,
  keys: ['link:courier.example/1'],
  hash,
  mark: hash,
  title,
  summary: 'From the feed',
  content: '<p>Text</p>',
  isSummary: true,
  author: 'Courier',
  guid: null,
  topics: ['Climate', 'Tides'],
  language: null,
  imageUrl: null,
  imageAlt: null,
  sourceUrl: 'https://courier.example/1',
  sourceName: 'The Courier',
  publishedAt: new Date('2026-11-20T10:00:00Z'),
  datedBySource: true,
  statedDate: null,
  updatedAt: null,
})

/** An update unless another kind is given. */
export type PublishOptions = Partial<Omit<PublishRequest, 'updateKind'>> &
  (UpdateChoice | { updateKind?: never })

type EditOptions = { by?: Account; now?: Date; id?: string }

/** A database with two people, Ada and Ben. */
export async function createNewsroom() {
  const database = await createTestDatabase()
  const { db, pool } = database

  async function addPerson(name: string, role: Role = 'admin'): Promise<Account> {
    const email = `${name.toLowerCase()}@example.org`
    const { rows } = await pool.query(
      'insert into users (full_name, email, role) values ($1, $2, $3) returning id',
      [name, email, role],
    )
    return { id: rows[0].id, email, fullName: name, role }
  }

  const ada = await addPerson('Ada')
  const ben = await addPerson('Ben')

  async function open(id = ID): Promise<Draft> {
    const draft = await findDraft(db, id)
    if (!draft) throw new Error('There is no such draft')
    return draft
  }

  /**
   * Edits a new draft, or the stored one, as a client does.
   *
   * @returns what the client has seen; null if the draft is gone
   */
  async function edit(
    change: Partial<ArticleForm>,
    { by = ada, now = NOW, id = ID }: EditOptions = {},
  ): Promise<BaseText | null> {
    const draft = await findDraft(db, id)
    const isChanged = Object.entries(change).some(
      ([field, value]) => draft?.form[field as ArticleField] !== value,
    )
    if (draft && !isChanged) return { formHash: draft.formHash }
    const client = await openDraftClient(db, by, id, now)
    const outcome = await client.edit(draft ? change : { ...article(), ...change })
    if (outcome.kind === 'gone') return null
    if (outcome.kind !== 'appended') throw new Error(`The edit is ${outcome.kind}`)
    return client.base
  }

  return {
    database,
    db,
    pool,
    ada,
    ben,
    addPerson,
    open,
    clear: () =>
      emptyTables(
        pool,
        'drafts',
        'articles',
        'article_identities',
        'deleted_articles',
        'audit_log',
        'site_settings',
        'feeds',
      ),
    edit,
    /** Saves a new draft, or a change to it. */
    async save(change: Partial<ArticleForm>, { by = ada, now = NOW, id = ID }: EditOptions = {}) {
      const base = await edit(change, { by, now, id })
      return base ? saveDraft(db, by, { id, base }, now) : { kind: 'gone' as const }
    },
    /** Publishes a new article, or a change to the draft. */
    async publish(
      change: Partial<ArticleForm> = {},
      { by = ada, now = NOW, id = ID, ...request }: EditOptions & PublishOptions = {},
    ) {
      const base = await edit(change, { by, now, id })
      const publication = { publicationId: randomUUID(), id, updateKind: 'update', ...request } as const
      return base ? publishDraft(db, by, { base, ...publication }, now) : { kind: 'gone' as const }
    },
    /** Restores the text of a revision, as the editor does. */
    restore: (number: number, { by = ada, now = NOW, version = 0 } = {}) =>
      restoreRevision(db, by, { id: ID, number, version, client: 'client-1' }, now),
    /** Stores the item of a feed. @returns the article's id */
    async ingest(hash: string, title: string): Promise<string> {
      await pool.query(
        `insert into feeds (url, category) values ('https://courier.example/feed', 'Sport') on conflict do nothing`,
      )
      const { rows: feeds } = await pool.query('select id, new_articles from feeds')
      await db.transaction((tx) =>
        storeItems(
          tx,
          [feedItem(hash, title)],
          {
            origin: 'feed',
            feedId: feeds[0].id,
            category: 'Sport',
            newArticles: feeds[0].new_articles,
            drafts: itemDrafts,
          },
          NOW,
        ),
      )
      const { rows } = await pool.query('select id from articles')
      return rows[0]?.id
    },
    /** The row that readers see. */
    row: async (id = ID) => (await pool.query('select * from articles where id = $1', [id])).rows[0],
    revisions: async (id = ID) =>
      (
        await pool.query(
          `select number, kind, fields ->> 'title' as title from revisions where article_id = $1 order by number`,
          [id],
        )
      ).rows.map(({ number, kind, title }) => `${number} ${kind}: ${title}`),
    audit: async () =>
      (
        await pool.query(
          'select action, subject_id, subject, changes, actor_email from audit_log order by id',
        )
      ).rows,
  }
}
