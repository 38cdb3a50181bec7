import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { COMMAND_LINE_EMAIL } from '#features/audit/rules/audit-actions.ts'
import { articlePage } from '#features/feeds/testing/article-page.ts'
import { type FeedTestServer, openFeedTestServer } from '#features/feeds/testing/feed-test-server.ts'
import { buildMasthead, startMasthead } from '#features/feeds/testing/masthead-process.ts'
import { items, rss } from '#features/feeds/testing/rss.ts'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { run } from './cli.ts'

const FEED = 'https://courier.example/feed'

let testServer: FeedTestServer
let folder: string
beforeAll(buildMasthead, 240_000)
beforeAll(async () => {
  testServer = await openFeedTestServer()
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
  vi.stubEnv('DATABASE_URL', testServer.database.url)
  vi.stubEnv('ALLOWED_PRIVATE_HOSTS', testServer.server.host)
})
beforeEach(() =>
  testServer.database.pool.query('delete from feeds; delete from articles; delete from audit_log'),
)
afterAll(async () => {
  await testServer[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const feedUrls = async () => (await testServer.database.pool.query('select url from feeds')).rows
const audit = async () =>
  (await testServer.database.pool.query('select actor_email, action, subject from audit_log order by id'))
    .rows

const masthead = (...argv: string[]) => captureOutput(() => run(argv))

describe('masthead with invalid arguments', () => {
  it.each([
    ['no command', [], /^Unknown command/],
    ['an unknown command', ['publish'], /^Unknown command "publish"/],
    ['an incomplete command', ['sample'], /^Usage: masthead sample load\|remove$/m],
    [
      'an unknown command of a group',
      ['articles', 'drop'],
      /^Usage: masthead articles publish\|withdraw\|export$/m,
    ],
    ['the name of an object property', ['toString'], /^Unknown command "toString"/],
    ['an unexpected argument', ['fetch-news', 'now'], /^Unexpected argument: "now"/],
    ['no address', ['feeds', 'add'], /^Usage: masthead feeds add URL/],
    ['two addresses', ['feeds', 'remove', FEED, FEED], /^Usage: masthead feeds remove URL/],
    ['no file', ['feeds', 'import'], /^Usage: masthead feeds import FILE/],
    ['an unknown category', ['feeds', 'add', FEED, '--category', 'Gardening'], /"Gardening".*Politics/],
    ['a missing category', ['feeds', 'add', FEED, '--category'], /--category/],
    ['no field to change', ['feeds', 'set', FEED], /^Usage: masthead feeds set URL/],
    [
      'new articles that are neither published nor held',
      ['feeds', 'set', FEED, '--new-articles', 'no'],
      /"publish" or "hold"/,
    ],
    ['a full text that is neither on nor off', ['feeds', 'set', FEED, '--full-text', 'yes'], /"on" or "off"/],
    ['an unknown option', ['feeds', 'add', FEED, '--every', '5'], /--every/],
    [
      'an unknown option of a command without a group',
      ['doctor', '--jsn'],
      /^Usage: masthead doctor \[--json\]$/m,
    ],
    ['an operand of a command without any', ['migrate', 'now'], /^Usage: masthead migrate$/m],
    ['an invalid address', ['feeds', 'add', 'courier'], /^"courier" is not an http or https address/],
  ])('prints one line for %s and exits with status 2', async (_, argv, message) => {
    const { status, stdout, stderr } = await masthead(...argv)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^[^\n]+\n$/)
  })
})

it('masthead without a database prints one line without the password and exits with status 1', {
  timeout: 60_000,
}, async () => {
  const env = { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/nowhere' }
  const { status, stderr } = await startMasthead(['feeds', 'list'], env).ended
  expect(status).toBe(1)
  expect(stderr).toMatch(/^The database at 127\.0\.0\.1:1\/nowhere cannot be reached.*\n$/)
  expect(stderr).not.toContain('secret')
})

describe('masthead, interrupted', { timeout: 60_000 }, () => {
  it('closes what it opened, and exits with the status of the signal', async () => {
    await testServer.addFeed('/slow')
    let isRequested = false
    testServer.publish('/slow', () => {
      isRequested = true
    })
    const command = startMasthead(['fetch-news'], {
      DATABASE_URL: testServer.database.url,
      ALLOWED_PRIVATE_HOSTS: testServer.server.host,
    })
    await eventually(() => expect(isRequested).toBe(true))
    command.send('SIGINT')
    expect(await command.ended).toMatchObject({ status: 130, stderr: '' })
  })
})

describe('masthead, on an error', () => {
  it('prints one line if the disk of the database is full', async () => {
    const { pool } = testServer.database
    await pool.query(`
      create function fail() returns trigger language plpgsql as $$
        begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
      create trigger fail before insert on feeds execute function fail()`)
    try {
      expect(await masthead('feeds', 'add', FEED)).toEqual({
        status: 1,
        stdout: '',
        stderr:
          'The disk of the database or of DATA_DIR is full. Free some space, then run the command again.\n',
      })
    } finally {
      await pool.query('drop function fail cascade')
    }
  })

  it.each([
    ['an unknown feed to change', ['feeds', 'set', FEED, '--title', 'A'], `Feed not found: ${FEED}.\n`],
    ['an unknown feed', ['feeds', 'remove', FEED], `Feed not found: ${FEED}.\n`],
    ['a missing file', ['feeds', 'import', '/no/such.opml'], '/no/such.opml cannot be read.\n'],
  ])('prints a message for %s and exits with status 1', async (_, argv, stderr) => {
    expect(await masthead(...argv)).toEqual({ status: 1, stdout: '', stderr })
    expect(await audit()).toEqual([])
  })

  it.each([
    ['a web page', '<!doctype html><html></html>', 'This is not an OPML file.'],
    ['more than 1 MB', ' '.repeat(1_000_001), 'The file is larger than 1 MB.'],
  ])('does not import %s', async (_, content, reason) => {
    const file = join(folder, 'hostile.opml')
    await writeFile(file, content)
    expect(await masthead('feeds', 'import', file)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${file} was not imported: ${reason}\n`,
    })
    expect([await feedUrls(), await audit()]).toEqual([[], []])
  })

  it('stores nothing of an import that fails midway', async () => {
    const file = join(folder, 'feeds.opml')
    await writeFile(file, `<opml><body><outline xmlUrl="${FEED}"/></body></opml>`)
    await testServer.database.pool.query(`
      create function fail_import() returns trigger language plpgsql as $$ begin raise 'The disk is full'; end $$;
      create trigger fail_import before insert on audit_log execute function fail_import()`)
    try {
      await expect(masthead('feeds', 'import', file)).rejects.toThrow()
    } finally {
      await testServer.database.pool.query('drop function fail_import cascade')
    }
    expect(await feedUrls()).toEqual([])
  })
})

describe('masthead feeds', () => {
  it('adds, lists and removes', async () => {
    const added = await masthead('feeds', 'add', FEED, '--category', 'politics')
    expect(added).toEqual({ status: 0, stdout: `Added ${FEED} to Politics.\n`, stderr: '' })
    expect(await masthead('feeds', 'add', `${FEED}#top`)).toMatchObject({
      stdout: `${FEED} has already been added.\n`,
    })
    await testServer.database.pool.query(`
      insert into feeds (url, category, last_error, failure_count) values ('https://b.example/', 'TV', 'Gone.', 3);
      insert into feeds (url, category, enabled) values ('https://c.example/', 'Travel', false);
      insert into feeds (url, category, enabled, last_error) values ('https://d.example/', 'Travel', false, 'Gone.');
      insert into feeds (url, category, last_checked_at, damage)
      values ('https://e.example/', 'Travel', now(), 'damaged, 4 items read: line 9: unclosed tag: rss')`)
    const { stdout } = await masthead('feeds', 'list')
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toEqual([
      expect.stringMatching(/^Politics +https:\/\/courier\.example\/feed .*never fetched$/),
      expect.stringMatching(/^TV +https:\/\/b\.example\/ .*failing \(3\): Gone\.$/),
      expect.stringMatching(/^Travel +https:\/\/c\.example\/ .*disabled$/),
      expect.stringMatching(/^Travel +https:\/\/d\.example\/ .*disabled: Gone\.$/),
      expect.stringMatching(
        /^Travel +https:\/\/e\.example\/ .*damaged, 4 items read: line 9: unclosed tag: rss$/,
      ),
    ])
    const set = await masthead('feeds', 'set', `${FEED}#top`, '--publisher', 'The Courier')
    expect(set).toEqual({ status: 0, stdout: `Updated ${FEED}.\n`, stderr: '' })
    expect(await masthead('feeds', 'set', FEED, '--full-text', 'on')).toMatchObject({ status: 0 })
    expect((await masthead('feeds', 'list')).stdout).toContain('(The Courier)  [full text]')
    await masthead('feeds', 'set', FEED, '--full-text', 'off', '--new-articles', 'hold')
    expect((await masthead('feeds', 'list')).stdout).toContain('[held for review]')
    expect((await masthead('feeds', 'list')).stdout).not.toContain('full text')
    expect(await masthead('feeds', 'remove', FEED)).toMatchObject({ status: 0, stderr: '' })
    expect(await feedUrls()).not.toContainEqual({ url: FEED })
    const actions = (await audit()).map(({ actor_email, action }) => [actor_email, action])
    expect(actions).toEqual(
      ['feed.create', 'feed.update', 'feed.update', 'feed.update', 'feed.delete'].map((action) => [
        COMMAND_LINE_EMAIL,
        action,
      ]),
    )
  })

  it('reads a feed from its address without storing anything', async () => {
    testServer.publish('/read', rss(items(2)))
    const url = `${testServer.server.origin}/read`
    const { status, stdout } = await masthead('feeds', 'read', url)
    expect(JSON.parse(stdout)).toMatchObject({ source: url, error: null, articles: [{}, {}] })
    expect({ status, feeds: await feedUrls() }).toEqual({ status: 0, feeds: [] })
  })

  it('reads the full text of a feed with summaries only if asked to', async () => {
    const title = 'The harbour bridge closes'
    const { origin } = testServer.server
    testServer.publish('/summaries', rss([{ title, link: `${origin}/bridge`, description: 'It closes.' }]))
    testServer.publish('/bridge', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage(title)),
    )
    const bodyOf = async (...options: string[]) => {
      const { stdout } = await masthead('feeds', 'read', `${origin}/summaries`, ...options)
      return JSON.parse(stdout).articles[0].body
    }
    expect(await bodyOf()).toBe('It closes.')
    expect(await bodyOf('--full-text')).toContain('part 8')
  })

  it('imports what it has exported, and skips invalid entries', async () => {
    await testServer.database.pool.query(`
      insert into feeds (url, title, category) values
        ('https://a.example/feed?x=1&y=2', 'A & <B>', 'Money'), ('https://b.example/feed', '', 'Science')`)
    const { stdout: opml, status } = await masthead('feeds', 'export')
    expect(status).toBe(0)
    await testServer.database.pool.query('delete from feeds')
    const file = join(folder, 'feeds.opml')
    await writeFile(
      file,
      opml.replace(
        '</body>',
        '<outline type="rss" text="X" xmlUrl="https://me:pw@x.example/"/><outline xmlUrl="ftp://y"/></body>',
      ),
    )
    const first = await masthead('feeds', 'import', file)
    expect(first.stdout).toBe('Added 2 feeds; already added: 0, skipped: 2.\n')
    expect(first.stderr).toMatch(/^Skipped ftp:.*\nSkipped .*me:pw@x\.example.*\n$/)
    const again = await masthead('feeds', 'import', file)
    expect(again.stdout).toBe('Added 0 feeds; already added: 2, skipped: 2.\n')
    const { rows } = await testServer.database.pool.query(
      'select url, title, category from feeds order by url',
    )
    expect(rows).toMatchObject([
      { url: 'https://a.example/feed?x=1&y=2', title: 'A & <B>', category: 'Money' },
      { url: 'https://b.example/feed', category: 'Science' },
    ])
    expect(await audit()).toEqual([
      { actor_email: COMMAND_LINE_EMAIL, action: 'feed.import', subject: '2 feeds' },
    ])
  })
})

describe('masthead fetch-news', () => {
  it('prints the counts and nothing else when a feed fails', async () => {
    await testServer.addFeed('/a')
    await testServer.addFeed('/missing')
    testServer.publish('/a', rss(items(2, 'cli')))
    const { status, stdout, stderr } = await masthead('fetch-news')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ feeds: 2, created: 2, failed: 1 })
  })

  it('exits with status 1 when every feed failed', async () => {
    await testServer.addFeed('/missing')
    expect(await masthead('fetch-news')).toMatchObject({ status: 1 })
  })

  it('succeeds without feeds', async () => {
    expect(await masthead('fetch-news')).toMatchObject({ status: 0 })
  })
})

describe('masthead sample', () => {
  it('loads the edition once, and removes it completely', async () => {
    const loaded = await masthead('sample', 'load')
    expect(loaded).toMatchObject({ status: 0, stderr: '' })
    const count = Number(/^Loaded (\d+) articles/.exec(loaded.stdout)?.[1])
    expect(count).toBeGreaterThan(0)
    expect(await masthead('sample', 'load')).toMatchObject({
      stdout: 'Loaded 0 articles of the sample edition.\n',
    })
    expect((await masthead('sample', 'remove')).stdout).toBe(
      `Removed ${count} articles of the sample edition.\n`,
    )
    expect(await testServer.articles()).toEqual([])
    const entry = { actor_email: COMMAND_LINE_EMAIL, subject: `${count} articles` }
    expect(await audit()).toEqual([
      { ...entry, action: 'sample-edition.load' },
      { ...entry, action: 'sample-edition.remove' },
    ])
  })
})

describe('masthead feeds add', () => {
  const page = (...paths: string[]) =>
    `<html><head>${paths.map((path) => `<link rel="alternate" type="application/rss+xml" href="${path}">`).join('')}</head></html>`

  it('adds the feed of a website, lists several, and refuses a page without', async () => {
    const { origin } = testServer.server
    testServer.publish('/one', page('/news.xml'))
    testServer.publish('/two', page('/news.xml', '/sport.xml'))
    testServer.publish('/none', page())
    expect(await masthead('feeds', 'add', `${origin}/one`)).toMatchObject({
      status: 0,
      stdout: `Added ${origin}/news.xml to News.\n`,
    })
    const several = await masthead('feeds', 'add', `${origin}/two`)
    expect(several).toMatchObject({ status: 1, stdout: '' })
    expect(several.stderr).toContain(`${origin}/sport.xml`)
    expect(await masthead('feeds', 'add', `${origin}/none`)).toMatchObject({ status: 1, stdout: '' })
    expect(await feedUrls()).toEqual([{ url: `${origin}/news.xml` }])
  })
})
