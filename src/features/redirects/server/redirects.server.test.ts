import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { setPageProbe } from '#platform/render/page-probe.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import type { RedirectForm } from '../rules/redirect-form.ts'
import { addRedirect } from './add-redirect.server.ts'
import { importRedirects } from './redirect-handlers.server.ts'
import { deleteRedirect, listRedirects, redirectLines, saveRedirect } from './redirects.server.ts'

setSiteOrigin({ SITE_URL: 'https://news.example' }, 0)
const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() => pool.query('delete from redirects; delete from audit_log'))
afterEach(() => setPageProbe(undefined))
afterAll(() => database.drop())

const by = COMMAND_LINE_ACTOR
const save = (
  from: string,
  target: string,
  { id = randomUUID(), ...more }: Partial<RedirectForm & { id: string; isNew: boolean }> = {},
) => saveRedirect(db, by, { id, isNew: true, from, target, status: '301', ...more })
const list = async (q?: string) =>
  (await listRedirects(db, { q })).redirects.map(({ from, target }) => [from, target])
const audit = async () =>
  (await pool.query('select action, subject, changes from audit_log order by id')).rows

describe('saveRedirect', () => {
  it('creates, changes and deletes a redirect', async () => {
    const id = randomUUID()
    expect(await save('https://news.example/Old/', '/neü?page=2', { id })).toEqual({ kind: 'saved' })
    expect(await save('/old', '/new', { id })).toEqual({ kind: 'saved' })
    expect(await save('/old', '', { id, status: '410' })).toEqual({ kind: 'saved' })
    expect(await listRedirects(db)).toMatchObject({
      redirects: [{ id, from: '/old', target: null, status: 410, origin: 'editor', hits: 0 }],
      next: null,
    })
    await deleteRedirect(db, by, id)
    await deleteRedirect(db, by, id)
    expect(await list()).toEqual([])
    expect(await audit()).toMatchObject([
      { action: 'redirect.create', subject: '/old', changes: { target: { to: '/ne%C3%BC?page=2' } } },
      { action: 'redirect.update', changes: { target: { from: '/ne%C3%BC?page=2', to: '/new' } } },
      { action: 'redirect.update', changes: { status: { from: 301, to: 410 } } },
      { action: 'redirect.delete', subject: '/old' },
    ])
  })

  it('stores a retry once, and does not create a deleted one again', async () => {
    const id = randomUUID()
    await save('/old', '/new', { id })
    expect(await save('/old', '/new', { id })).toEqual({ kind: 'saved' })
    expect(await audit()).toHaveLength(1)
    expect(await save('/gone', '/new', { isNew: false })).toEqual({ kind: 'gone' })
  })

  it.each([
    ['itself', '/a', '/A/', 'target', /itself/],
    ['itself, with a query', '/a', 'https://news.example/a?x=1#y', 'target', /itself/],
    ['a loop', '/new', '/old', 'target', /each other/],
    ['a chain', '/older', '/OLD', 'target', /redirects to \/new/],
    ['a chain of a redirect to it', '/new', '/newest', 'from', /\/old redirects to this address/],
    ['a second redirect of an address', '/old', '/other', 'from', /already/],
    ['a removed page', '/x', '/removed', 'target', /removed/],
    ['another host', '/x', '//evil.example', 'target', /one slash/],
  ])('refuses %s', async (_, from, target, field, reason) => {
    await save('/old', '/new')
    await save('/removed', '', { status: '410' })
    expect(await save(from, target)).toEqual({
      kind: 'refused',
      field,
      reason: expect.stringMatching(reason),
    })
    expect(await list()).toHaveLength(2)
  })

  it('refuses the address of a page', async () => {
    setPageProbe(async (path) => path === '/%C3%BCber/uns')
    expect(await save('/Über/Uns', '/about')).toMatchObject({
      kind: 'refused',
      field: 'from',
      reason: /There is a page/,
    })
    expect(await save('/uber', '/about')).toEqual({ kind: 'saved' })
  })

  it('refuses one of two that would together make a loop at the same time', async () => {
    const outcomes = await Promise.all([save('/a', '/b'), save('/b', '/a')])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'saved'])
  })

  it('makes no chain of renames that follow an import', async () => {
    await importRedirects(db, by, '/2019/europe,/topic/eu')
    await addRedirect(db, { from: '/topic/eu', to: '/topic/europe' })
    expect(await list()).toEqual(
      expect.arrayContaining([
        ['/2019/europe', '/topic/europe'],
        ['/topic/eu', '/topic/europe'],
      ]),
    )
  })
})

describe('listRedirects', () => {
  it('pages through them, newest first, and finds both addresses in any script and encoding', async () => {
    await pool.query(`insert into redirects (from_path, target, origin, created_at)
      select '/old-' || n, '/new-' || n, 'import', now() - n * interval '1 second' from generate_series(1, 120) n`)
    const pages: number[] = []
    const seen = new Set<string>()
    let before: string | undefined
    do {
      const page = await listRedirects(db, { before })
      pages.push(page.redirects.length)
      for (const { from } of page.redirects) seen.add(from)
      before = page.next ?? undefined
    } while (before)
    expect([pages, seen.size]).toEqual([[50, 50, 20], 120])
    await save('/أخبار', '/日本/x')
    expect(await list('OLD-12')).toEqual([
      ['/old-12', '/new-12'],
      ['/old-120', '/new-120'],
    ])
    for (const q of ['أخبار', '%D8%A3%D8%AE', '日本/x', '/%E6%97%A5'])
      expect(await list(q), q).toEqual([['/أخبار', '/%E6%97%A5%E6%9C%AC/x']])
    expect(await list('100%_')).toEqual([])
  })
})

describe('importRedirects', () => {
  it('adds what it can, and says why other lines are refused', async () => {
    setPageProbe(async (path) => path === '/sport')
    await save('/taken', '/x')
    const report = await importRedirects(
      db,
      by,
      [
        'From;To;Status',
        '/2019/a;/sport',
        '/2019/b;https://archive.example/b;302',
        '/2019/c;;410',
        '"/with;semicolon";/news',
        '/sport;/news',
        '/taken;/y',
        '/2019/d;//evil.example',
        '/2019/e;/\\evil.example',
        '/2019/f;"/x\nSet-Cookie: a=b"',
        '/2019/g;http://evil.example',
        '/2019/h;javascript:alert(1)',
        '/2019/A;/other',
        '/2019/i;/2019/a',
        '/other;/2019/a',
        '/loop-1;/loop-2',
        '/loop-2;/loop-1',
        '/2019/j;/x;307',
        `/${'long'.repeat(500)};/x`,
        "'=HYPERLINK(1);/x",
      ].join('\r\n'),
    )
    expect(report).toMatchObject({ added: 5, refused: 14 })
    expect(report.lines.map(({ line, reason }) => [line, reason])).toEqual([
      [6, expect.stringContaining('There is a page')],
      [7, expect.stringContaining('already')],
      [8, expect.stringContaining('one slash')],
      [9, expect.stringContaining('backslashes')],
      [10, expect.stringContaining('line breaks')],
      [12, expect.stringContaining('https://')],
      [13, expect.stringContaining('one slash')],
      [14, expect.stringContaining('already')],
      [15, expect.stringContaining('redirects to /sport')],
      [16, expect.stringContaining('redirects to /sport')],
      [18, expect.stringContaining('each other')],
      [19, expect.stringContaining('status')],
      [20, expect.stringContaining('600')],
      [21, expect.stringContaining('one slash')],
    ])
    expect(await audit()).toMatchObject([
      {},
      { action: 'redirect.import', subject: `5 added, ${report.refused} refused` },
    ])
  })

  it('reads its own export, whatever the addresses begin with', async () => {
    await importRedirects(db, by, '/a,/x\n/b,https://x.example/?q=a%2Cb,302\n/c,,410\n/ü d,/e')
    let csv = ''
    for await (const line of redirectLines(db)) csv += line
    expect(csv).toMatch(/^from,to,status,hits,created\r\n/)
    const before = await list()
    await pool.query('delete from redirects')
    expect(await importRedirects(db, by, csv)).toEqual({ added: 4, refused: 0, lines: [] })
    expect((await list()).toSorted()).toEqual(before.toSorted())
  })

  it('limits the lines of a file', async () => {
    const csv = Array.from({ length: 10_500 }, (_, n) => `/old-${n},/new`).join('\n')
    const report = await importRedirects(db, by, csv)
    expect(report).toMatchObject({ added: 10_000, refused: 1, lines: [{ line: 10_001 }] })
  })
})
