import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { type GeneralSettings, readGeneralSettings } from '../rules/general-settings.ts'
import { findSettings, generalGroup, saveSettings, wwwGroup } from './save-settings.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
await pool.query('create table default_settings as select * from site_settings')
afterAll(() => database.drop())

const base = readGeneralSettings({})
let by: Account

beforeEach(async () => {
  await emptyTables(pool, 'site_settings', 'audit_log')
  await pool.query('insert into site_settings select * from default_settings')
  const { rows } = await pool.query(
    `insert into users (full_name, email, role) values ('Ann', 'ann@paper.example', 'admin')
     on conflict (email) do update set role = 'admin' returning id`,
  )
  by = { id: rows[0].id, email: 'ann@paper.example', fullName: 'Ann', role: 'admin' }
})

const save = (typed: Partial<GeneralSettings>, from = base) =>
  saveSettings(db, generalGroup, { by, base: from, typed: { ...from, ...typed } })
const stored = async () =>
  Object.fromEntries(
    (await pool.query('select * from site_settings')).rows.map((row) => [
      row.setting_name,
      row.setting_value,
    ]),
  )
const audit = async () =>
  (await pool.query('select actor_email, action, subject, changes from audit_log order by id')).rows

describe('saveSettings', () => {
  it('writes all settings and records the changes with their author', async () => {
    await pool.query(`delete from site_settings where setting_name = 'facebook_url'`)
    const others = await stored()
    const outcome = await save({ site_name: 'The Courier', maintenance_mode: 'true' })
    expect(outcome).toMatchObject({
      kind: 'saved',
      stored: {
        values: { ...base, site_name: 'The Courier', maintenance_mode: 'true' },
        changedBy: { email: 'ann@paper.example' },
      },
    })
    expect(await stored()).toEqual({
      ...others,
      facebook_url: '',
      time_zone: 'Europe/London',
      locale: 'en-GB',
      week_start: 'monday',
      site_name: 'The Courier',
      maintenance_mode: 'true',
      feeds_full_text: 'false',
      feed_images: 'false',
    })
    expect(await audit()).toEqual([
      {
        actor_email: 'ann@paper.example',
        action: 'settings.update',
        subject: 'General settings',
        changes: {
          site_name: { from: 'Masthead', to: 'The Courier' },
          maintenance_mode: { from: 'false', to: 'true' },
        },
      },
    ])
  })

  it('records nothing without changes', async () => {
    expect(await save({})).toMatchObject({ kind: 'saved', stored: { changedBy: null } })
    expect(await audit()).toEqual([])
  })

  it("preserves another administrator's changes to other fields", async () => {
    await save({ contact_email: 'other@paper.example' })
    expect(await save({ site_name: 'Mine' })).toMatchObject({
      kind: 'saved',
      stored: { values: { site_name: 'Mine', contact_email: 'other@paper.example' } },
    })
  })

  it('reports a conflict instead of overwriting another change', async () => {
    await save({ site_name: 'Theirs' })
    const before = await stored()
    expect(await save({ site_name: 'Mine', contact_email: 'mine@paper.example' })).toMatchObject({
      kind: 'conflict',
      stored: { values: { site_name: 'Theirs' }, changedBy: { email: 'ann@paper.example' } },
    })
    expect(await stored()).toEqual(before)
    expect(await audit()).toHaveLength(1)
  })

  it('saves one of two concurrent changes of a setting without a row', async () => {
    await pool.query(`delete from site_settings where setting_name = 'contact_email'`)
    const outcomes = await Promise.all(
      ['a@paper.example', 'b@paper.example'].map((contact_email) => save({ contact_email })),
    )
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['conflict', 'saved'])
  })

  it('saves nothing when one setting is rejected', async () => {
    const before = await stored()
    await expect(save({ site_name: 'The Courier', maintenance_mode: 'perhaps' })).rejects.toThrow()
    expect(await stored()).toEqual(before)
    expect(await audit()).toEqual([])
  })
})

describe('findSettings', () => {
  it('returns the last author of each group', async () => {
    await save({ site_name: 'The Courier' })
    expect((await findSettings(db, wwwGroup)).changedBy).toBeNull()
    await saveSettings(db, wwwGroup, { by, base: { prefer_www: 'false' }, typed: { prefer_www: 'true' } })
    expect(await findSettings(db, wwwGroup)).toMatchObject({
      values: { prefer_www: 'true' },
      changedBy: { email: 'ann@paper.example', at: expect.stringMatching(/Z$/) },
    })
  })
})
