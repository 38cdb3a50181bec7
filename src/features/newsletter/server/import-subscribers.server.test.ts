import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import type { Decisions } from '../rules/import-plan.ts'
import { importSubscribers, previewImport } from './import-subscribers.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
let by: Account
beforeEach(async () => {
  await pool.query('truncate newsletter_subscribers, audit_log cascade; delete from users')
  const { rows } = await pool.query(
    `insert into users (full_name, email, role) values ('Editor', 'editor@example.org', 'admin') returning id`,
  )
  by = { id: rows[0].id, email: 'editor@example.org', fullName: 'Editor', role: 'admin' }
})
afterAll(() => database.drop())

const NOW = new Date('2026-11-22T10:00:00Z')
const textOf = (lines: string[]) =>
  async function* text() {
    for (const line of lines) yield `${line}\n`
  }
function accepted<Result extends object>(result: Result) {
  if ('kind' in result) throw new Error(`Refused: ${JSON.stringify(result)}`)
  return result as Exclude<Result, { kind: string }>
}
const run = async (...lines: string[]) =>
  accepted(await importSubscribers(db, { by, text: textOf(lines), now: NOW }))
const preview = async (...lines: string[]) =>
  accepted(await previewImport(db, { text: textOf(lines), now: NOW }))
const stored = async () =>
  (
    await pool.query(
      `select email, full_name, is_active, to_char(subscribed_at at time zone 'Europe/London', 'YYYY-MM-DD') as day
      from newsletter_subscribers order by email`,
    )
  ).rows

it('imports an exported file', async () => {
  const report = await run(
    'Email,Name,Status,Subscribed Date',
    'ada@example.org,"Penrose, Ada",Active,2026-07-01',
    "'+grace@example.org,'=Grace,Inactive,2026-06-29",
  )
  expect(report).toEqual({
    added: 2,
    inactive: 1,
    datesLeftOut: 0,
    skipped: 0,
    reasons: {},
    lines: [],
  })
  expect(await stored()).toEqual([
    { email: '+grace@example.org', full_name: '=Grace', is_active: false, day: '2026-06-29' },
    { email: 'ada@example.org', full_name: 'Penrose, Ada', is_active: true, day: '2026-07-01' },
  ])
  const { rows: reasons } = await pool.query(
    'select inactive_reason from newsletter_subscribers order by email',
  )
  expect(reasons).toEqual([{ inactive_reason: 'Inactive when imported' }, { inactive_reason: null }])
  const { rows } = await pool.query('select action, subject from audit_log')
  expect(rows).toEqual([{ action: 'subscriber.import', subject: '2 added, 0 skipped' }])
})

it('previews an import without storing anything', async () => {
  await pool.query("insert into newsletter_subscribers (email) values ('known@example.org')")
  const lines = [
    'Email Address,First Name,Last Name,LEID,UNSUB_TIME',
    'ada@example.org,Ada,Penrose,1,',
    'left@example.org,,,2,2026-01-02 03:04:05',
    'KNOWN@example.org,,,3,',
    'nobody,,,4,',
  ]
  const { columns, questions, sample, ...report } = await preview(...lines)
  expect(columns).toEqual([
    { heading: 'Email Address', field: 'email' },
    { heading: 'First Name', field: 'firstName' },
    { heading: 'Last Name', field: 'lastName' },
    { heading: 'LEID', field: 'unused' },
    { heading: 'UNSUB_TIME', field: 'left' },
  ])
  expect(questions).toEqual([])
  expect(sample).toEqual([
    { email: 'ada@example.org', fullName: 'Ada Penrose', isActive: true, subscribedAt: undefined },
    { email: 'left@example.org', fullName: null, isActive: false, subscribedAt: undefined },
  ])
  expect(await stored()).toMatchObject([{ email: 'known@example.org' }])
  expect((await pool.query('select from audit_log')).rowCount).toBe(0)
  expect(report).toEqual(await run(...lines))
  expect(report).toMatchObject({ added: 2, inactive: 1, skipped: 2 })
})

it('reports skipped lines with reasons and does not change existing subscribers', async () => {
  await pool.query("insert into newsletter_subscribers (email, is_active) values ('left@example.org', false)")
  const report = await run(
    'Name;Email',
    'A;nobody',
    'B;',
    'C;LEFT@example.org',
    'D;d@example.org',
    'E;D@example.org',
    'F;jörg@müller.example',
    'G;info@müller.example',
    'H;INFO@xn--mller-kva.example',
  )
  expect(report).toEqual({
    added: 2,
    inactive: 0,
    datesLeftOut: 0,
    skipped: 6,
    reasons: { 'email-invalid': 1, 'email-not-ascii': 1, 'email-missing': 1, twice: 2, subscribed: 1 },
    lines: [
      { line: 2, email: 'nobody', reason: 'email-invalid' },
      { line: 3, email: '', reason: 'email-missing' },
      { line: 4, email: 'LEFT@example.org', reason: 'subscribed' },
      { line: 6, email: 'D@example.org', reason: 'twice' },
      { line: 7, email: 'jörg@müller.example', reason: 'email-not-ascii' },
      { line: 9, email: 'INFO@xn--mller-kva.example', reason: 'twice' },
    ],
  })
  expect(await stored()).toMatchObject([
    { email: 'd@example.org' },
    { email: 'info@xn--mller-kva.example' },
    { email: 'left@example.org', is_active: false },
  ])
})

it('imports a list of addresses without a header row', async () => {
  expect(await run('ada@example.org', 'grace@example.org')).toMatchObject({ added: 2, skipped: 0 })
})

it('imports 20,500 rows, which take many batches and a part of one', async () => {
  async function* text() {
    yield 'Email,Name\n'
    for (let n = 0; n < 20_500; n += 1) yield `reader${n}@example.org,Reader ${n}\n`
  }
  expect(await importSubscribers(db, { by, text, now: NOW })).toMatchObject({
    added: 20_500,
    skipped: 0,
  })
})

it('always reports the line of an unclosed quote', async () => {
  const nobodies = Array.from({ length: 150 }, () => 'nobody')
  const report = await run(
    'Email,Name',
    'ada@example.org,Ada',
    ...nobodies,
    'grace@example.org,"Grace',
    'joan@example.org',
  )
  expect(report).toMatchObject({ added: 1, skipped: 151, reasons: { 'email-invalid': 150, unclosed: 1 } })
  expect(report.lines.at(-1)).toEqual({ line: 153, email: 'grace@example.org', reason: 'unclosed' })
})

it('counts all skipped lines by reason and lists the first 100', async () => {
  await pool.query("insert into newsletter_subscribers (email) values ('reader7@example.org')")
  const lines = Array.from({ length: 5_000 }, (_, n) =>
    n % 20 === 19 ? 'nobody' : `reader${n === 4_900 ? 5 : n}@example.org`,
  )
  const report = await run('Email', ...lines)
  expect(report).toMatchObject({
    added: 4_748,
    skipped: 252,
    reasons: { 'email-invalid': 250, subscribed: 1, twice: 1 },
  })
  expect(report.lines).toHaveLength(100)
  expect(report.lines.slice(0, 2)).toEqual([
    { line: 9, email: 'reader7@example.org', reason: 'subscribed' },
    { line: 21, email: 'nobody', reason: 'email-invalid' },
  ])
})

const UNDECIDED = [
  'Email;Newsletter;Created',
  'ada@example.org;ja;3/4/2024',
  'bo@example.org;nein;',
  'cy@example.org;;',
]
const importDecided = (decisions: Decisions, lines = UNDECIDED) =>
  importSubscribers(db, { by, text: textOf(lines), decisions, now: NOW })

it('stores nothing while a column about consent is undecided', async () => {
  const questions = [
    {
      column: 'Newsletter',
      values: ['ja', 'nein', ''].map((value) => ({ value, count: 1 })),
      others: 0,
    },
  ]
  expect(await preview(...UNDECIDED)).toMatchObject({ added: 3, inactive: 3, questions })
  for (const decisions of [{}, { Other: 'not-consent' }] as Decisions[])
    expect(await importDecided(decisions)).toEqual({ kind: 'undecided', questions })
  expect(await stored()).toEqual([])
})

it('imports subscribers as decided, records the decision, and reports dates that it could not read', async () => {
  expect(await importDecided({ Newsletter: ['ja'] })).toMatchObject({
    added: 3,
    inactive: 2,
    datesLeftOut: 1,
  })
  expect(await stored()).toMatchObject([{ is_active: true }, { is_active: false }, { is_active: false }])
  const { rows } = await pool.query('select changes from audit_log')
  expect(rows).toEqual([{ changes: { Newsletter: { from: null, to: 'active: ja' } } }])
})

it('nobody is active who has left in any row', async () => {
  const lines = ['Email,List,Status', 'ada@example.org,Daily,active', 'bo@example.org,Daily,active']
  expect(await run(...lines, 'ADA@example.org,Weekly,unsubscribed')).toMatchObject({ added: 2, inactive: 1 })
  expect(await stored()).toMatchObject([
    { email: 'ada@example.org', is_active: false },
    { email: 'bo@example.org', is_active: true },
  ])
})

it('refuses files without addresses, and with too many columns', async () => {
  const text = (line: string) => ({ by, text: textOf([line]), now: NOW })
  expect(await importSubscribers(db, text('Name,City'))).toEqual({ kind: 'no-addresses' })
  expect(await importSubscribers(db, text(`Email${','.repeat(600)}`))).toEqual({ kind: 'too-many-columns' })
})
