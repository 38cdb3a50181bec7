import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { deleteDraft, restoreDeleted } from '#features/publishing/server/bin.server.ts'
import { findDraft } from '#features/publishing/server/find-draft.server.ts'
import { secondPersonSetting } from '#features/publishing/server/newsroom-settings.server.ts'
import { reviewDraft } from '#features/publishing/server/review-draft.server.ts'
import { publishDue } from '#features/publishing/server/scheduled-publications.server.ts'
import { cancelSchedule } from '#features/publishing/server/schedules.server.ts'
import { withdrawArticle } from '#features/publishing/server/withdraw-article.server.ts'
import { createNewsroom, ID, NOW } from '#features/publishing/testing/newsroom.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, save, publish, restore } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const person = fc.constantFrom(ada, ben)
const title = fc.constantFrom('Tea', 'Coffee', 'Cocoa')
const withPerson = <K extends string>(kind: K) => fc.record({ kind: fc.constant(kind), by: person })

const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('save' as const), by: person, title }) },
  withPerson('submit'),
  withPerson('approve'),
  withPerson('request-changes'),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('publish' as const), by: person, title: fc.option(title) }),
  },
  withPerson('schedule'),
  withPerson('cancel-schedule'),
  withPerson('withdraw'),
  withPerson('delete'),
  withPerson('restore'),
  fc.record({ kind: fc.constant('restore-revision' as const), by: person, number: fc.nat({ max: 4 }) }),
  fc.record({ kind: fc.constant('wait' as const), by: person }),
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** So that many sequences publish something. */
const reviewed = fc
  .tuple(person, person, fc.constantFrom('publish' as const, 'schedule' as const), fc.option(title))
  .map(([author, approver, end, title]): Action[] => [
    { kind: 'submit', by: author },
    { kind: 'approve', by: approver },
    end === 'publish' ? { kind: 'publish', by: author, title } : { kind: 'schedule', by: author },
  ])
const sequence = fc
  .array(fc.oneof({ weight: 3, arbitrary: action.map((one) => [one]) }, { weight: 1, arbitrary: reviewed }), {
    minLength: 6,
    maxLength: 12,
  })
  .map((parts) => parts.flat())

/** @param step also the time in minutes */
async function run(done: Action, step: number): Promise<void> {
  const { by } = done
  const now = new Date(NOW.getTime() + step * 60_000)
  const formHash = (await findDraft(db, ID))?.formHash ?? ''
  switch (done.kind) {
    case 'save':
      return void (await save({ title: done.title, content: 'Text' }, { by, now }))
    case 'submit':
    case 'approve':
    case 'request-changes':
      return void (await reviewDraft(db, by, { kind: done.kind, id: ID, base: { formHash }, note: '' }, now))
    case 'publish':
      return void (await publish(done.title ? { title: done.title } : {}, { by, now }))
    case 'schedule':
      return void (await publish({}, { by, now, plannedAt: new Date(now.getTime() + 90_000) }))
    case 'cancel-schedule':
      return void (await cancelSchedule(db, by, ID, now))
    case 'withdraw':
      return void (await withdrawArticle(db, by, { publicationId: randomUUID(), id: ID, reason: '' }, now))
    case 'delete':
      return void (await deleteDraft(db, by, ID, now))
    case 'restore':
      return void (await restoreDeleted(db, by, ID))
    case 'restore-revision':
      return void (await restore(done.number, { by, now }))
    case 'wait':
      return void (await publishDue(db, now))
  }
}

type State = {
  revisions: { number: number; by: string; edited_by: string[]; hash: string; title: string }[]
  publications: { revision: number; approved_by: string; by: string }[]
  reviews: { kind: string; revision: number; by: string }[]
  articles: { title: string }[]
  drafts: { hash: string; last_revision: number; edited_by: string[] }[]
}

/** Reads the whole state in one request, since the test reads it after each action. */
async function read(): Promise<State> {
  const lists = {
    revisions: `select number, by, edited_by, form_hash as hash, fields ->> 'title' as title from revisions order by number`,
    publications: `select revision, approved_by, by from publications where state in ('done', 'scheduled') and kind = 'publish' order by seq`,
    reviews: 'select kind, revision, by from reviews order by seq',
    articles: 'select title from articles',
    drafts: 'select form_hash as hash, last_revision, edited_by from drafts',
  }
  const columns = Object.entries(lists).map(
    ([name, query]) => `(select coalesce(json_agg(one), '[]') from (${query}) as one) as ${name}`,
  )
  const { rows } = await pool.query(`select ${columns.join(', ')}`)
  return rows[0]
}

it('no sequence of actions publishes what nobody else approved, loses a revision, or shows readers a draft', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (actions) => {
      await newsroom.clear()
      await secondPersonSetting.set(db, ada, true)
      let earlier = await read()
      for (const [step, done] of actions.entries()) {
        await run(done, step)
        const state = await read()
        // Revisions are only added, and the newest is the draft unless it was edited since.
        expect(state.revisions.slice(0, earlier.revisions.length)).toEqual(earlier.revisions)
        for (const { hash, last_revision, edited_by } of state.drafts) {
          expect(last_revision).toBe(state.revisions.length)
          if (edited_by.length === 0) expect(state.revisions.at(-1)?.hash).toBe(hash)
        }
        // Readers see a published revision, or nothing.
        const titles = state.publications.map(({ revision }) => state.revisions[revision - 1]?.title)
        for (const { title } of state.articles) expect(titles).toContain(title)
        // Somebody approved the text who did not write it.
        for (const { revision, approved_by } of state.publications) {
          const hash = state.revisions[revision - 1]?.hash
          expect(hash).toBeDefined()
          const approval = state.reviews.find(
            (review) =>
              review.kind === 'approve' &&
              review.by === approved_by &&
              state.revisions[review.revision - 1]?.hash === hash,
          )
          if (!approval) throw new Error('Nobody has approved the text')
          const writer = state.revisions.findLast(
            (one, index) => one.number <= approval.revision && one.hash !== state.revisions[index - 1]?.hash,
          )
          if (!writer) throw new Error('Nobody has written the text')
          // Whoever submits another person's edits has not written them.
          const authors = writer.edited_by.length > 0 ? writer.edited_by : [writer.by]
          expect(authors).not.toContain(approved_by)
        }
        earlier = state
      }
    }),
    // Shrinking would take longer than the timeout, which hides the counterexample.
    { numRuns: 4, endOnFailure: true },
  )
})
