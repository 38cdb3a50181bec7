import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startMasthead } from '#features/feeds/testing/masthead-process.ts'
import { type NewsDesk, openNewsDesk } from '#features/feeds/testing/news-desk.ts'
import { items, rss } from '#features/feeds/testing/rss.ts'
import { run } from './cli.ts'

const FEED = 'https://courier.example/feed'

let desk: NewsDesk
let folder: string
beforeAll(async () => {
  desk = await openNewsDesk()
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
  vi.stubEnv('DATABASE_URL', desk.database.url)
  vi.stubEnv('ALLOWED_PRIVATE_HOSTS', desk.server.host)
})
beforeEach(() => desk.database.pool.query('delete from feeds; delete from articles'))
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Runs a command, with all that it writes. */
async function masthead(...argv: string[]) {
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += text
      return true
    }),
  )
  try {
    return { status: await run(argv), ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

describe('masthead, when its words are off', () => {
  it.each([
    ['no command', [], /^There is no command/],
    ['an unknown command', ['publish'], /^There is no command "publish"/],
    ['half a command', ['feeds'], /^There is no command "feeds"/],
    ['a name that every object has', ['toString'], /^There is no command "toString"/],
    ['a word too many', ['fetch-news', 'now'], /^This is a word too many: "now"/],
    ['no address', ['feeds', 'add'], /^Write: masthead feeds add URL/],
    ['two addresses', ['feeds', 'remove', FEED, FEED], /^Write: masthead feeds remove URL/],
    ['no file', ['feeds', 'import'], /^Write: masthead feeds import FILE/],
    ['an unknown category', ['feeds', 'add', FEED, '--category', 'Gardening'], /"Gardening".*Politics/],
    ['a category that is missing', ['feeds', 'add', FEED, '--category'], /--category/],
    ['an unknown option', ['feeds', 'add', FEED, '--every', '5'], /--every/],
    ['what is no address', ['feeds', 'add', 'courier'], /^"courier" is not an http or https address/],
  ])('says so of %s in one line, with status 2', async (_, argv, message) => {
    const { status, stdout, stderr } = await masthead(...argv)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^[^\n]+\n$/)
  })
})

describe('masthead without a database', { timeout: 60_000 }, () => {
  const env = { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/nowhere' }

  it('says so in one line that tells no password, with status 1', async () => {
    const { status, stderr } = await startMasthead(['feeds', 'list'], env).ended
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The database at 127\.0\.0\.1:1\/nowhere cannot be reached.*\n$/)
    expect(stderr).not.toContain('secret')
  })

  it('reads the words first', async () => {
    const ended = await startMasthead(['feeds', 'add'], env).ended
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining('feeds add URL') })
  })
})

describe('masthead, broken off', { timeout: 60_000 }, () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('closes what it opened on %s, and ends with status %i', async (signal, status) => {
    await desk.addFeed('/slow')
    let asked = false
    desk.publish('/slow', () => {
      asked = true
    })
    const command = startMasthead(['fetch-news'], {
      DATABASE_URL: desk.database.url,
      ALLOWED_PRIVATE_HOSTS: desk.server.host,
    })
    await vi.waitFor(() => expect(asked).toBe(true), { timeout: 30_000 })
    command.send(signal)
    expect(await command.ended).toMatchObject({ status, stderr: '' })
  })
})

describe('masthead, in trouble', () => {
  it.each([
    ['a feed that is not there', ['feeds', 'remove', FEED], `There is no feed ${FEED}.\n`],
    ['a file that is not there', ['feeds', 'import', '/no/such.opml'], '/no/such.opml cannot be read.\n'],
  ])('says so of %s, with status 1', async (_, argv, stderr) => {
    expect(await masthead(...argv)).toEqual({ status: 1, stdout: '', stderr })
  })

  it('says that a file is not OPML, with status 1', async () => {
    const file = join(folder, 'web-page.html')
    await writeFile(file, '<!doctype html><html></html>')
    const { status, stderr } = await masthead('feeds', 'import', file)
    expect(status).toBe(1)
    expect(stderr).toMatch(/web-page\.html is not OPML: [^\n]+\n$/)
  })
})

describe('masthead feeds', () => {
  it('adds, lists and removes', async () => {
    const added = await masthead('feeds', 'add', FEED, '--category', 'politics')
    expect(added).toEqual({ status: 0, stdout: `Added ${FEED} to Politics.\n`, stderr: '' })
    expect(await masthead('feeds', 'add', `${FEED}#top`)).toMatchObject({
      stdout: `${FEED} is there already.\n`,
    })
    await desk.database.pool.query(`
      insert into feeds (url, category, last_error, failure_count) values ('https://b.example/', 'TV', 'Gone.', 3);
      insert into feeds (url, category, enabled) values ('https://c.example/', 'Travel', false)`)
    const { stdout } = await masthead('feeds', 'list')
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toEqual([
      expect.stringMatching(/^Politics +https:\/\/courier\.example\/feed .*ok$/),
      expect.stringMatching(/^TV +https:\/\/b\.example\/ .*failing \(3\): Gone\.$/),
      expect.stringMatching(/^Travel +https:\/\/c\.example\/ .*off$/),
    ])
    expect(await masthead('feeds', 'remove', FEED)).toMatchObject({ status: 0, stderr: '' })
    expect((await desk.database.pool.query('select from feeds where url = $1', [FEED])).rowCount).toBe(0)
  })

  it('imports what it has exported, and leaves out what it cannot use', async () => {
    await desk.database.pool.query(`
      insert into feeds (url, title, category) values
        ('https://a.example/feed?x=1&y=2', 'A & <B>', 'Money'), ('https://b.example/feed', '', 'Science')`)
    const { stdout: opml, status } = await masthead('feeds', 'export')
    expect(status).toBe(0)
    await desk.database.pool.query('delete from feeds')
    const file = join(folder, 'feeds.opml')
    await writeFile(
      file,
      opml.replace(
        '</body>',
        '<outline type="rss" text="X" xmlUrl="https://me:pw@x.example/"/><outline xmlUrl="ftp://y"/></body>',
      ),
    )
    const first = await masthead('feeds', 'import', file)
    expect(first.stdout).toBe('Added 2 feeds; 0 were there already, 2 were left out.\n')
    expect(first.stderr).toMatch(/^Left out: ftp:.*\nLeft out: .*me:pw@x\.example.*\n$/)
    const again = await masthead('feeds', 'import', file)
    expect(again.stdout).toBe('Added 0 feeds; 2 were there already, 2 were left out.\n')
    const { rows } = await desk.database.pool.query('select url, title, category from feeds order by url')
    expect(rows).toMatchObject([
      { url: 'https://a.example/feed?x=1&y=2', title: 'A & <B>', category: 'Money' },
      { url: 'https://b.example/feed', category: 'Science' },
    ])
  })
})

describe('masthead fetch-news', () => {
  it('prints the counts and nothing else, although a feed fails', async () => {
    await desk.addFeed('/a')
    await desk.addFeed('/missing')
    desk.publish('/a', rss(items(2, 'cli')))
    const { status, stdout, stderr } = await masthead('fetch-news')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ feeds: 2, created: 2, failed: 1 })
  })

  it('ends with status 1 when every feed failed', async () => {
    await desk.addFeed('/missing')
    expect(await masthead('fetch-news')).toMatchObject({ status: 1 })
  })

  it('has nothing to do without feeds', async () => {
    expect(await masthead('fetch-news')).toMatchObject({ status: 0 })
  })
})

describe('masthead sample', () => {
  it('loads the edition, removes it without a trace, and loads it again', async () => {
    const loaded = await masthead('sample', 'load')
    expect(loaded).toMatchObject({ status: 0, stderr: '' })
    const count = Number(/^Loaded (\d+) stories/.exec(loaded.stdout)?.[1])
    expect(count).toBeGreaterThan(0)
    expect(await masthead('sample', 'load')).toMatchObject({
      stdout: 'Loaded 0 stories of the sample edition.\n',
    })
    expect((await masthead('sample', 'remove')).stdout).toBe(
      `Removed ${count} stories of the sample edition.\n`,
    )
    expect(await desk.articles()).toEqual([])
    expect((await masthead('sample', 'load')).stdout).toBe(loaded.stdout)
  })
})
