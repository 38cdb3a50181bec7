import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { deleteDraft, restoreDeleted } from '#features/publishing/server/bin.server.ts'
import { reviewDraft } from '#features/publishing/server/review-draft.server.ts'
import { cancelSchedule } from '#features/publishing/server/schedules.server.ts'
import { withdrawArticle } from '#features/publishing/server/withdraw-article.server.ts'
import { createNewsroom, ID, LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import { draftStatus } from '../rules/draft-status.ts'
import { factsOf, readState } from './draft-state.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, save, publish, row } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const review = async (kind: 'submit' | 'approve' | 'request-changes', by = ada) =>
  reviewDraft(db, by, { kind, id: ID, base: { formHash: (await open()).formHash }, note: 'Note' }, NOW)

const STEPS = {
  save: () => save({ content: '<p>Text</p>' }),
  edit: () => save({ content: `<p>${randomUUID()}</p>` }),
  empty: () => save({ content: '' }),
  assign: () => pool.query('update drafts set assignee_id = $1', [ben.id]),
  submit: () => review('submit'),
  approve: () => review('approve', ben),
  'request-changes': () => review('request-changes', ben),
  schedule: () => publish({}, { plannedAt: LATER }),
  unschedule: () => cancelSchedule(db, ada, ID, NOW),
  publish: () => publish({}),
  withdraw: () => withdrawArticle(db, ada, { publicationId: randomUUID(), id: ID, reason: '' }, NOW),
  delete: () => deleteDraft(db, ada, ID, NOW),
  restore: () => restoreDeleted(db, ada, ID),
  'remove the row': () => pool.query('delete from articles where id = $1', [ID]),
}

it.each<[string, (keyof typeof STEPS)[]]>([
  ['draft', ['save']],
  ['idea', ['save', 'empty', 'assign']],
  ['in-review', ['save', 'submit']],
  ['in-review', ['save', 'submit', 'edit']],
  ['draft', ['save', 'submit', 'request-changes']],
  ['approved', ['save', 'submit', 'approve']],
  ['draft', ['save', 'submit', 'approve', 'edit']],
  ['scheduled', ['save', 'schedule', 'edit']],
  ['draft', ['save', 'schedule', 'unschedule']],
  ['published', ['save', 'publish']],
  ['published', ['save', 'submit', 'approve', 'publish']],
  ['changed', ['save', 'publish', 'edit']],
  ['in-review', ['save', 'publish', 'edit', 'submit']],
  ['scheduled', ['save', 'publish', 'edit', 'schedule']],
  ['withdrawn', ['save', 'publish', 'withdraw']],
  ['published', ['save', 'publish', 'withdraw', 'publish']],
  ['published', ['save', 'publish', 'delete', 'restore']],
  ['draft', ['save', 'publish', 'remove the row']],
])('lists a draft as %s after %j', async (status, steps) => {
  for (const step of steps) {
    await STEPS[step]()
    const state = await readState(db, ID)
    if (!state) throw new Error('There is no such draft')
    const { draft, article } = state
    expect([draft.status, draft.isPublished]).toEqual([draftStatus(factsOf(state)), article !== null])
    expect(draft.listedAt).toEqual(article?.publishedAt ?? draft.updatedAt)
  }
  expect((await readState(db, ID))?.draft.status).toBe(status)
  expect((await row()) !== undefined).toBe((await readState(db, ID))?.draft.isPublished)
})

it('lists both of two simultaneous changes of a draft and its article', async () => {
  await publish()
  const [one, other] = [await pool.connect(), await pool.connect()]
  await one.query('begin')
  await one.query("update drafts set due_at = '2026-12-01T00:00Z'")
  const changed = other.query("update articles set author = 'Ben'")
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
  await one.query('commit')
  await changed
  one.release()
  other.release()
  const { rows } = await pool.query('select due_at from article_list')
  expect(rows).toEqual([{ due_at: new Date('2026-12-01T00:00Z') }])
})

it('keeps the plans of the functions that triggers call', async () => {
  const { rows } = await pool.query(
    `select proname as name from pg_proc where 'plan_cache_mode=force_generic_plan' = any (proconfig) order by proname`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'refresh_article_list',
    'refresh_drafts',
    'set_article_authors',
  ])
})
