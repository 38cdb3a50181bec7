import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { deleteSubscriber, readSubscriberData } from './subscriber-data.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const by: Account = { id: randomUUID(), email: 'ada@example.org', fullName: 'Ada', role: 'admin' }
const id = randomUUID()
beforeAll(async () => {
  await pool.query('insert into users (id, full_name, email, role) values ($1, $2, $3, $4)', [
    ...[by.id, by.fullName, by.email, by.role],
  ])
  await pool.query(
    `with subscriber as (
       insert into newsletter_subscribers (id, email, full_name, subscribed_at) values ($1, 'reader@example.org', 'R. Eader', '2026-11-01T10:00:00Z') returning id
     ), campaign as (
       insert into newsletter_campaigns (template, subject, html, text) values ('announcement', 'This week', '', '') returning id
     )
     insert into newsletter_deliveries (campaign_id, subscriber_id, state, settled_at)
     select campaign.id, subscriber.id, 'sent', '2026-11-02T10:00:00Z' from campaign, subscriber`,
    [id],
  )
  await pool.query(
    `with import as (
       insert into imports (id, name, path, options, state) values (gen_random_uuid(), 'ghost.json', '', '{}', 'done') returning id
     ), item as (
       insert into import_items (source, kind, key, import_id, result, hash, our_id)
       select 'ghost', 'subscriber', 'a', id, 'created', 'b', $1::uuid from import
     )
     insert into audit_log (action, subject_id, subject, actor_email, at)
     values ('subscriber.deactivate', $1, 'reader@example.org', 'ada@example.org', '2026-11-03T10:00:00Z')`,
    [id],
  )
})
afterAll(() => database.drop())

const audit = async () =>
  (await pool.query('select action, subject_id, subject from audit_log order by id')).rows

it('reads all data about a subscriber, and deletes it', async () => {
  expect(await readSubscriberData(db, { by, id })).toEqual({
    email: 'reader@example.org',
    fullName: 'R. Eader',
    isActive: true,
    inactiveReason: null,
    subscribedAt: '2026-11-01T10:00:00.000Z',
    returnRequestedAt: null,
    importedFrom: 'ghost.json',
    history: [{ action: 'subscriber.deactivate', at: '2026-11-03T10:00:00.000Z' }],
    deliveries: [
      { subject: 'This week', state: 'sent', settledAt: '2026-11-02T10:00:00.000Z', reason: null },
    ],
  })
  expect(await deleteSubscriber(db, { by, id })).toEqual({ kind: 'deleted' })
  expect(await deleteSubscriber(db, { by, id })).toEqual({ kind: 'missing' })
  expect(await readSubscriberData(db, { by, id })).toBeNull()
  const { rows } = await pool.query('select from newsletter_deliveries')
  expect(rows).toEqual([])
  expect(await audit()).toEqual([
    { action: 'subscriber.deactivate', subject_id: id, subject: id },
    { action: 'subscriber.export-one', subject_id: id, subject: id },
    { action: 'subscriber.delete', subject_id: id, subject: id },
  ])
})
