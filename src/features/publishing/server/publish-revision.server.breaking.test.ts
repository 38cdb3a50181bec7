import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { endBreakingNews, findNextBreakingEnd } from '#features/articles/server/end-breaking-news.server.ts'
import { listArticles } from '#features/desk/server/list-articles.server.ts'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { publishDue } from './scheduled-publications.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, open, save, publish, row, revisions } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const BREAKING = { isBreaking: true }

describe('breaking news', () => {
  it('end two hours after the publication, also of a scheduled one', async () => {
    await publish(BREAKING, { plannedAt: at(30) })
    await publishDue(db, at(31))
    expect(await row()).toMatchObject({ is_breaking: true, breaking_ends_at: at(150), breaking_until: null })
    expect((await open()).breaking).toEqual({ until: null, endsAt: at(150).toISOString() })
    expect(await findNextBreakingEnd(db)).toEqual(at(150))
    await endBreakingNews(db, at(149))
    expect(await row()).toMatchObject({ is_breaking: true })
    await endBreakingNews(db, at(150))
    expect(await row()).toMatchObject({ is_breaking: false })
    expect(await findNextBreakingEnd(db)).toBeNull()
  })

  it('are not changed texts when they have ended', async () => {
    await publish(BREAKING)
    await endBreakingNews(db, at(120))
    expect(await open()).toMatchObject({ status: 'published', form: BREAKING })
    await save({ title: 'Coffee' })
    expect(await revisions()).toEqual(['1 publish: Tea', '2 save: Coffee'])
  })

  it('are neither extended nor started again by updates', async () => {
    await publish(BREAKING)
    await publish({ title: 'Coffee' }, { now: at(60) })
    expect(await row()).toMatchObject({ title: 'Coffee', is_breaking: true, breaking_ends_at: at(120) })
    await endBreakingNews(db, at(120))
    await publish({ title: 'Cocoa' }, { now: at(180) })
    expect(await row()).toMatchObject({ title: 'Cocoa', is_breaking: false, breaking_ends_at: at(120) })
  })

  it('end when an editor chose, and are extended with another end', async () => {
    await publish({ ...BREAKING, breakingUntil: at(15).toISOString() })
    expect(await row()).toMatchObject({ is_breaking: true, breaking_until: at(15), breaking_ends_at: at(15) })
    await endBreakingNews(db, at(15))
    await publish({ breakingUntil: at(300).toISOString() }, { now: at(20) })
    expect(await row()).toMatchObject({ is_breaking: true, breaking_ends_at: at(300) })
    await publish({ isBreaking: false, breakingUntil: null }, { now: at(30) })
    expect(await row()).toMatchObject({ is_breaking: false, breaking_until: null, breaking_ends_at: null })
    await publish(BREAKING, { now: at(40) })
    expect(await row()).toMatchObject({ is_breaking: true, breaking_ends_at: at(160) })
  })

  it('cannot be sponsored until they have ended', async () => {
    const sponsored = { ...BREAKING, sponsoredBy: 'Acme' }
    expect(await publish(sponsored)).toEqual({
      kind: 'refused',
      reasons: [
        'A sponsored article cannot be breaking news. Switch off Breaking News or clear Sponsored By.',
      ],
    })
    expect(await row()).toBeUndefined()
    await publish({ sponsoredBy: null })
    await endBreakingNews(db, at(120))
    expect(await publish({ sponsoredBy: 'Acme' }, { now: at(180) })).toMatchObject({ kind: 'published' })
    expect(await row()).toMatchObject({ is_breaking: false, sponsored_by: 'Acme' })
  })

  it('are shown as such in the list while readers see them', async () => {
    const listed = async () => (await listArticles(db, {})).articles.map(({ isBreaking }) => isBreaking)
    await publish(BREAKING)
    expect(await listed()).toEqual([true])
    await endBreakingNews(db, at(120))
    expect(await listed()).toEqual([false])
  })

  it('that were withdrawn by an earlier version can be published again', async () => {
    await publish(BREAKING)
    await withdrawArticle(db, ada, { publicationId: randomUUID(), id: ID, reason: '' }, at(1))
    await pool.query(
      `update deleted_articles set row = row - '{is_breaking,breaking_until,breaking_ends_at}'::text[] || '{"is_breaking": false}'`,
    )
    await publish({}, { now: at(600) })
    expect(await row()).toMatchObject({ is_breaking: true, breaking_ends_at: at(720) })
  })
})

describe('a statement that only sets is_breaking', () => {
  const set = (isBreaking: boolean) => pool.query('update articles set is_breaking = $1', [isBreaking])
  const minutesLeft = async () => Math.ceil(((await row()).breaking_ends_at - Date.now()) / 60_000) || 0

  it('starts two hours of breaking news', async () => {
    await publish()
    await set(true)
    expect(await minutesLeft()).toBe(120)
    await endBreakingNews(db, new Date())
    expect(await row()).toMatchObject({ is_breaking: true })
  })

  it('ends breaking news, and starts them again', async () => {
    const now = new Date()
    await publish(BREAKING, { now })
    await set(false)
    expect(await minutesLeft()).toBe(0)
    await set(true)
    expect(await minutesLeft()).toBe(120)
  })
})

it('keeps the hashes of texts that earlier versions stored', async () => {
  const fields = `'{"title": "Tea", "isBreaking": false}'::jsonb`
  const { rows } = await pool.query(`
    select form_hash(${fields}) = encode(sha256(convert_to(${fields}::text, 'UTF8')), 'hex') as is_kept,
      form_hash(${fields}) = form_hash(${fields} || '{"breakingUntil": null}') as is_equal`)
  expect(rows).toEqual([{ is_kept: true, is_equal: true }])
})
