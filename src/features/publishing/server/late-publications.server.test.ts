import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { flushEmails } from '#features/accounts/server/send-email.server.ts'
import { sendEmail } from '#platform/mail/mail.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { deleteDraft } from './bin.server.ts'
import { listLatePublications, notifyOfLatePublications } from './late-publications.server.ts'
import { publishDue } from './scheduled-publications.server.ts'
import { cancelSchedule } from './schedules.server.ts'

vi.mock('#platform/mail/mail.server.ts', { spy: true })
const newsroom = await createNewsroom()
const { db, pool, ada, ben, publish, ingest } = newsroom
setSiteOrigin({ SITE_URL: 'https://paper.example' }, 0)

beforeEach(async () => {
  await newsroom.clear()
  vi.mocked(sendEmail).mockReset().mockResolvedValue(undefined)
})
afterAll(() => newsroom.database.drop())

const seconds = (count: number) => new Date(NOW.getTime() + count * 1_000)
const schedule = () => publish({}, { plannedAt: seconds(10) })
const notify = async (now: Date) => {
  const late = await notifyOfLatePublications(db, now)
  await flushEmails()
  return late.length
}

it('lists a publication that is late by over a minute until it is done, cancelled or deleted', async () => {
  await schedule()
  expect(await listLatePublications(db, seconds(70))).toEqual([])
  const late = {
    articleId: ID,
    title: 'Tea',
    kind: 'publish',
    plannedAt: seconds(10),
    publishedAt: null,
    hasFailed: false,
  }
  expect(await listLatePublications(db, seconds(71))).toEqual([late])
  await publishDue(db, seconds(80))
  expect(await listLatePublications(db, seconds(90))).toEqual([])
  await publish({ title: 'Coffee' }, { plannedAt: seconds(10) })
  await cancelSchedule(db, ada, ID, NOW)
  expect(await listLatePublications(db, seconds(90))).toEqual([])
  await publish({ title: 'Coffee' }, { plannedAt: seconds(10) })
  await deleteDraft(db, ada, ID, NOW)
  expect(await listLatePublications(db, seconds(90))).toEqual([])
})

it('lists a failed publication until another one follows', async () => {
  await schedule()
  await pool.query("update publications set state = 'failed'")
  expect(await listLatePublications(db, seconds(71))).toMatchObject([{ articleId: ID, hasFailed: true }])
  await publish()
  expect(await listLatePublications(db, seconds(71))).toEqual([])
})

it('sends one email to each administrator, once in all processes', async () => {
  await schedule()
  expect(await notify(seconds(70))).toBe(0)
  const counts = await Promise.all([1, 2, 3].map(() => notify(seconds(71))))
  expect(counts.toSorted()).toEqual([0, 0, 1])
  await publishDue(db, seconds(80))
  expect(await notify(seconds(90))).toBe(0)
  const sent = vi.mocked(sendEmail).mock.calls.map(([email]) => email)
  expect(sent.map(({ to }) => to).toSorted()).toEqual([ada.email, ben.email])
  expect(sent[0]).toMatchObject({
    subject: 'A scheduled publication at paper.example is late',
    text: `The article "Tea" was scheduled for 21 November 2026 at 12:00 (London time). It is not published yet. It will be published as soon as possible.\n\nhttps://paper.example/admin/articles?article=${ID}\n`,
  })
})

it('sends an email about a publication that was late after downtime', async () => {
  await schedule()
  await publishDue(db, seconds(3_610))
  expect(await notify(seconds(3_611))).toBe(1)
  expect(vi.mocked(sendEmail).mock.calls[0]?.[0].text).toContain(
    'It was published on 21 November 2026 at 13:00 (London time).',
  )
})

it('sends one email about all publications that were late after downtime', async () => {
  for (const number of [1, 2, 3])
    await publish({ title: `Tea ${number}` }, { id: randomUUID(), plannedAt: seconds(10 + number) })
  await publishDue(db, seconds(3_610))
  expect(await notify(seconds(3_611))).toBe(3)
  const sent = vi.mocked(sendEmail).mock.calls.map(([email]) => email)
  expect(sent.map(({ to }) => to).toSorted()).toEqual([ada.email, ben.email])
  expect(sent[0]?.subject).toBe('3 scheduled publications at paper.example were late')
  expect(sent[0]?.text.match(/was published on/g)).toHaveLength(3)
})

it('sends no email about publications in time, and about articles of feeds', async () => {
  const id = await ingest('1', 'As ingested')
  await pool.query("update articles set updated_at = published_at + interval '1 hour'")
  await publish({ isBreaking: true }, { id })
  await publish()
  await publish({ title: 'Coffee' }, { plannedAt: seconds(10) })
  await publishDue(db, seconds(11))
  expect(await notify(seconds(90_000))).toBe(0)
})
