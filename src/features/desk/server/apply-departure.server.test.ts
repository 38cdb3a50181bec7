import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { reinstateAccount } from '#features/accounts/server/close-account.server.ts'
import { listProfiles } from '#features/accounts/server/profiles.server.ts'
import { appendSteps } from '#features/collaboration/server/append-steps.server.ts'
import { lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { listStaff } from '#features/drafts/server/list-staff.server.ts'
import { restoreDeleted } from '#features/publishing/server/bin.server.ts'
import { openDraftClient } from '#features/publishing/testing/draft-client.ts'
import { createNewsroom, ID, NOW } from '#features/publishing/testing/newsroom.ts'
import type { Role } from '#kernel/roles.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { applyDeparture, type Departure } from './apply-departure.server.ts'

const newsroom = await createNewsroom()
const { db, pool } = newsroom
afterAll(() => newsroom.database.drop())

async function addPerson(name: string, role: Role) {
  const email = `${name.toLowerCase()}-${randomUUID()}@example.org`
  const { rows } = await pool.query(
    "insert into users (full_name, email, role, avatar_url) values ($1, $2, $3, '/storage/article-images/portrait-1.webp') returning id",
    [name, email, role],
  )
  const id = String(rows[0].id)
  await pool.query(
    "insert into accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', 'hash')",
    [id],
  )
  await pool.query(
    `insert into passkeys (user_id, public_key, credential_id, counter, device_type, backed_up)
     values ($1::uuid, 'key', $1::text, 0, 'singleDevice', false)`,
    [id],
  )
  await pool.query(
    "insert into sessions (user_id, token, expires_at) values ($1::uuid, $1::text, now() + interval '1 day')",
    [id],
  )
  return { id, email, name }
}

let boss: Awaited<ReturnType<typeof addPerson>>
let ann: typeof boss
let cem: typeof boss

beforeEach(async () => {
  await newsroom.clear()
  await pool.query("delete from users where email not in ('ada@example.org', 'ben@example.org')")
  await pool.query("update users set role = 'editor', banned = false where role = 'admin'")
  boss = await addPerson('Boss', 'admin')
  ann = await addPerson('Ann', 'author')
  cem = await addPerson('Cem', 'contributor')
})

const depart = (more: Partial<Departure> = {}, by = boss) =>
  applyDeparture(db, by, { kind: 'suspend', userId: ann.id, newOwnerId: null, ...more })
const rowOf = async ({ id }: { id: string }) =>
  (
    await pool.query(
      'select full_name, email, role, avatar_url, banned, removed_at from users where id = $1',
      [id],
    )
  ).rows[0]
const countOf = async (table: string, { id }: { id: string }) =>
  Number((await pool.query(`select count(*) from ${table} where user_id = $1`, [id])).rows[0].count)
const audit = async () =>
  (
    await pool.query(
      "select action, actor_email, subject_id, subject, changes from audit_log where action like 'user.%' order by id",
    )
  ).rows

async function addDraft(more: { owner?: string | null; assignee?: string | null; id?: string } = {}) {
  const { owner = ann.id, assignee = null, id = ID } = more
  await pool.query(
    `insert into drafts (id, fields, owner_id, assignee_id, created_by)
     values ($1, '{"title": "Tea", "author": "Ann", "category": "News"}', $2, $3, $2)`,
    [id, owner, assignee],
  )
}
const draft = async (id = ID) =>
  (await pool.query('select owner_id, assignee_id, created_by, author from drafts where id = $1', [id]))
    .rows[0]

describe('a suspension', () => {
  it('ends all sessions, keeps the means of signing in, and is reversible', async () => {
    expect(await depart()).toMatchObject({ kind: 'done' })
    expect(await rowOf(ann)).toMatchObject({
      banned: true,
      removed_at: null,
      role: 'author',
      email: ann.email,
    })
    expect(await countOf('sessions', ann)).toBe(0)
    expect(await countOf('passkeys', ann)).toBe(1)
    expect((await listStaff(db)).map(({ id }) => id)).not.toContain(ann.id)
    const find = async () => (await listProfiles(db, { q: ann.email })).profiles
    expect(await find()).toMatchObject([{ id: ann.id, isSuspended: true }])

    expect(await depart()).toEqual({ kind: 'unchanged' })
    expect(await reinstateAccount(db, { by: ann, userId: ann.id })).toEqual({ kind: 'denied' })
    expect(await reinstateAccount(db, { by: boss, userId: ann.id })).toEqual({ kind: 'reinstated' })
    expect(await reinstateAccount(db, { by: boss, userId: ann.id })).toEqual({ kind: 'unchanged' })
    expect(await rowOf(ann)).toMatchObject({ banned: false, role: 'author' })
    expect(await find()).toMatchObject([{ isSuspended: false }])
    expect(await audit()).toEqual([
      { action: 'user.suspend', actor_email: boss.email, subject_id: ann.id, subject: 'Ann', changes: {} },
      { action: 'user.reinstate', actor_email: boss.email, subject_id: ann.id, subject: 'Ann', changes: {} },
    ])
  })

  it('keeps the articles or transfers them, and notifies of what is assigned and not published', async () => {
    await newsroom.publish({ title: 'Tea' })
    await pool.query('update drafts set owner_id = $1, assignee_id = $2', [boss.id, ann.id])
    const [open, inBin, other] = [randomUUID(), randomUUID(), randomUUID()]
    await addDraft({ id: open, assignee: ann.id })
    await addDraft({ id: inBin, assignee: ann.id })
    await pool.query('update drafts set deleted_at = now() where id = $1', [inBin])
    await addDraft({ id: other, owner: boss.id })
    const assigned = randomUUID()
    await addDraft({ id: assigned, assignee: cem.id })
    expect(await depart()).toMatchObject({ kind: 'done' })
    expect(await draft(open)).toMatchObject({ owner_id: ann.id, assignee_id: ann.id })
    await reinstateAccount(db, { by: boss, userId: ann.id })

    expect(await depart({ newOwnerId: cem.id })).toMatchObject({ kind: 'done' })
    expect(await draft(open)).toEqual({
      owner_id: cem.id,
      assignee_id: cem.id,
      created_by: ann.id,
      author: 'Ann',
    })
    expect(await draft(ID)).toMatchObject({ owner_id: boss.id, assignee_id: cem.id })
    expect(await draft(inBin)).toMatchObject({ owner_id: cem.id, assignee_id: cem.id })
    expect(await draft(other)).toMatchObject({ owner_id: boss.id, assignee_id: null })
    expect(await draft(assigned)).toMatchObject({ owner_id: cem.id, assignee_id: cem.id })
    const { rows } = await pool.query('select recipient_id, article_id, kind from inbox_items')
    expect(rows).toEqual([{ recipient_id: cem.id, article_id: open, kind: 'assignment' }])
    expect((await audit()).at(-1)).toMatchObject({
      action: 'user.suspend',
      changes: { articles: { from: 'Ann', to: 'Cem' } },
    })
  })

  it('does not notify administrators of articles that they transfer to themselves', async () => {
    await addDraft({ assignee: ann.id })
    expect(await depart({ newOwnerId: boss.id })).toMatchObject({ kind: 'done' })
    expect(await draft()).toMatchObject({ owner_id: boss.id, assignee_id: boss.id })
    expect((await pool.query('select from inbox_items')).rowCount).toBe(0)
  })

  it.each(['suspend', 'remove'] as const)(
    'waits for edits that are being saved, without a deadlock (%s)',
    async (kind) => {
      await addDraft()
      const author = { ...ann, role: 'author' as const }
      const isWaiting = async () => {
        const { rowCount } = await pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        if (rowCount === 0) throw new Error('The departure does not wait yet')
      }
      const client = await openDraftClient(db, author, ID, NOW)
      const steps = client.stepsFor({ title: 'Tea at four' }).map((step) => step.toJSON())
      const { departure } = await db.transaction(async (tx) => {
        await lockDraft(tx, ID)
        const departure = depart({ kind, newOwnerId: cem.id })
        await eventually(isWaiting)
        const append = { id: ID, client: client.client, batch: 1, base: client.base.version, seen: 0, steps }
        expect(await appendSteps(tx, author, append, NOW)).toMatchObject({ kind: 'appended' })
        return { departure }
      })
      expect(await departure).toMatchObject({ kind: 'done' })
      expect(await draft()).toMatchObject({ owner_id: cem.id })
      const { rows } = await pool.query('select by from draft_steps order by version')
      expect(rows).toEqual([{ by: ann.id }])
    },
  )

  it('ends the preview links that the person created', async () => {
    await addDraft()
    for (const { id } of [ann, cem])
      await pool.query(
        `insert into preview_links (id, article_id, token_hash, created_by, expires_at)
         values ($1, $2, $3::text, $3::uuid, now() + interval '1 day')`,
        [randomUUID(), ID, id],
      )
    await depart()
    expect((await pool.query('select created_by from preview_links')).rows).toEqual([{ created_by: cem.id }])
  })
})

describe('a removal', () => {
  it('deletes the account but for the name, and frees the email address', async () => {
    expect(await depart({ kind: 'remove' })).toEqual({
      kind: 'done',
      portrait: '/storage/article-images/portrait-1.webp',
    })
    expect(await rowOf(ann)).toMatchObject({
      full_name: 'Ann',
      email: `${ann.id}@removed.invalid`,
      role: 'user',
      avatar_url: null,
      banned: true,
      removed_at: expect.any(Date),
    })
    for (const table of ['sessions', 'passkeys', 'accounts']) expect(await countOf(table, ann)).toBe(0)
    expect((await listProfiles(db, { q: 'Ann' })).profiles).toEqual([])
    expect((await pool.query('select from profiles where id = $1', [ann.id])).rowCount).toBe(0)
    expect(await audit()).toMatchObject([{ action: 'user.remove', subject: 'Ann', subject_id: ann.id }])
    expect(await depart({ kind: 'remove' })).toEqual({ kind: 'missing' })
    expect(await reinstateAccount(db, { by: boss, userId: ann.id })).toEqual({ kind: 'missing' })
    await pool.query("insert into users (full_name, email) values ('New Ann', $1)", [ann.email])
  })

  it('requires a person who gets the articles, keeps the name in notes, and deletes saved views', async () => {
    await addDraft()
    await pool.query("insert into notes (id, article_id, text, by, at) values ($1, $2, 'Check', $3, $4)", [
      ...[randomUUID(), ID, ann.id, NOW],
    ])
    await pool.query(
      `insert into saved_views (id, owner_id, name, filter, is_shared)
       values ($1, $3, 'Mine', '{}', false), ($2, $3, 'Ours', '{}', true)`,
      [randomUUID(), randomUUID(), ann.id],
    )
    expect(await depart({ kind: 'remove' })).toEqual({ kind: 'new-owner-required' })
    expect(await rowOf(ann)).toMatchObject({ removed_at: null, banned: false })
    expect(await depart({ kind: 'remove', newOwnerId: cem.id })).toMatchObject({ kind: 'done' })
    expect(await draft()).toMatchObject({ owner_id: cem.id, author: 'Ann' })
    const { rows } = await pool.query(
      'select users.full_name as name from notes join users on users.id = notes.by',
    )
    expect(rows).toEqual([{ name: 'Ann' }])
    expect((await pool.query('select from saved_views')).rowCount).toBe(0)
  })

  it('requires nobody for articles in the bin, which have no owner then and can be restored', async () => {
    await addDraft({ assignee: ann.id })
    await pool.query('update drafts set deleted_at = now()')
    const other = randomUUID()
    await addDraft({ id: other, owner: cem.id })
    expect(await depart({ kind: 'remove' })).toMatchObject({ kind: 'done' })
    expect(await draft()).toEqual({ owner_id: null, assignee_id: null, created_by: ann.id, author: 'Ann' })
    expect(await draft(other)).toMatchObject({ owner_id: cem.id })
    expect(await restoreDeleted(db, { ...boss, role: 'admin' }, ID)).toBe(true)
  })

  it('transfers articles in the bin to the chosen person', async () => {
    await addDraft({ assignee: ann.id })
    await pool.query('update drafts set deleted_at = now()')
    expect(await depart({ kind: 'remove', newOwnerId: cem.id })).toMatchObject({ kind: 'done' })
    expect(await draft()).toMatchObject({ owner_id: cem.id, assignee_id: cem.id })
  })

  it('is possible after a suspension', async () => {
    await depart()
    expect(await depart({ kind: 'remove' })).toMatchObject({ kind: 'done' })
  })
})

describe('is refused', () => {
  it.each(['suspend', 'remove'] as const)('for the last administrator and for oneself (%s)', async (kind) => {
    expect(await depart({ kind, userId: boss.id })).toEqual({ kind: 'last' })
    const second = await addPerson('Second', 'admin')
    expect(await depart({ kind, userId: boss.id })).toEqual({ kind: 'own' })
    expect(await depart({ kind, userId: second.id })).toMatchObject({ kind: 'done' })
    // A suspended administrator does not count.
    expect(await depart({ kind, userId: boss.id }, second)).toEqual({ kind: 'denied' })
    expect(await depart({ kind, userId: boss.id })).toEqual({ kind: 'last' })
  })

  it('to two administrators who remove each other at once', async () => {
    const second = await addPerson('Second', 'admin')
    const outcomes = await Promise.all([
      depart({ kind: 'remove', userId: second.id }),
      depart({ kind: 'remove', userId: boss.id }, second),
    ])
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['denied', 'done'])
  })

  it('to others than administrators, and for unknown accounts', async () => {
    expect(await depart({ userId: cem.id }, ann)).toEqual({ kind: 'denied' })
    expect(await depart({ userId: randomUUID() })).toEqual({ kind: 'missing' })
  })

  it('for a new owner who is the same person, a reader, unknown or suspended', async () => {
    await addDraft()
    const reader = await addPerson('Reader', 'user')
    expect(await depart({ newOwnerId: reader.id })).toEqual({ kind: 'new-owner-invalid' })
    expect(await depart({ newOwnerId: ann.id })).toEqual({ kind: 'new-owner-invalid' })
    expect(await depart({ newOwnerId: randomUUID() })).toEqual({ kind: 'new-owner-invalid' })
    await depart({ userId: cem.id })
    expect(await depart({ newOwnerId: cem.id })).toEqual({ kind: 'new-owner-invalid' })
    expect(await rowOf(ann)).toMatchObject({ banned: false })
    expect(await draft()).toMatchObject({ owner_id: ann.id })
  })
})
