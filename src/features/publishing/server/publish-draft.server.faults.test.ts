import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { interruptCommits } from '#platform/testing/interrupt-transaction.ts'
import { createNewsroom, ID, LATER, NOW, type PublishOptions } from '../testing/newsroom.ts'
import { publishDraft } from './publish-draft.server.ts'
import { publishDue } from './scheduled-publications.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, open, edit, publish, row } = newsroom

afterAll(() => newsroom.database.drop())

const TABLES = `select ${[
  'articles',
  'drafts',
  'revisions',
  'publications',
  'corrections',
  'deleted_articles',
  'audit_log',
]
  .map((table) => `(select json_agg(to_jsonb(t) order by t.*) from ${table} t) as ${table}`)
  .join(', ')}`

/** Everything that a publication writes. */
async function readAll() {
  const { rows } = await pool.query(TABLES)
  return rows[0]
}

const correction = { kind: 'correction', text: 'The tea was green.' } as const

/** Each prepares the database and returns the work to interrupt, which is then retried. */
const SCENARIOS: [string, () => Promise<() => Promise<unknown>>][] = [
  ['a first publication', async () => requestOf({ title: 'Tea' })],
  [
    'a correction',
    async () => {
      await publish()
      return requestOf({ title: 'Green tea' }, { updateKind: 'correction', correction })
    },
  ],
  [
    'a scheduled publication',
    async () => {
      await publish({}, { plannedAt: LATER })
      return () => publishDue(db, LATER)
    },
  ],
  [
    'a withdrawal',
    async () => {
      await publish()
      const request = { publicationId: randomUUID(), id: ID, reason: '' }
      return () => withdrawArticle(db, ada, request, LATER)
    },
  ],
  [
    'the publication of a withdrawn article',
    async () => {
      await publish()
      await withdrawArticle(db, ada, { publicationId: randomUUID(), id: ID, reason: '' }, NOW)
      return requestOf({ title: 'Green tea' })
    },
  ],
]

async function requestOf(change: object, more: PublishOptions = {}) {
  const base = (await edit(change)) ?? { formHash: '' }
  const request = { publicationId: randomUUID(), id: ID, base, updateKind: 'update', ...more } as const
  return () => publishDraft(db, ada, request, LATER)
}

describe.each(SCENARIOS)('%s', (_, prepare) => {
  it('is done once or not at all if the connection is lost before or after a commit', async () => {
    const commits = await interruptCommits(pool, {
      async prepare() {
        await newsroom.clear()
        const work = await prepare()
        return { work, expectDone: () => expectDone(work) }
      },
      readAll,
    })
    expect(commits).toBeGreaterThan(0)
  })
})

/** Trying again changes nothing. */
async function expectDone(work: () => Promise<unknown>) {
  const done = await readAll()
  await work()
  expect(await readAll()).toEqual(done)
  const { rows } = await pool.query(
    `select count(*)::int as count from publications where state = 'done' and finished_at >= $1`,
    [LATER],
  )
  expect(rows[0].count).toBe(1)
  expect((await row()) !== undefined).toBe(Boolean((await open()).publishedAt))
}
