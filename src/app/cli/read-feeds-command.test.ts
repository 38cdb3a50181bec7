import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { items, rss } from '#features/feeds/testing/rss.ts'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { run } from './cli.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-feeds-'))
  // No database: opening the services would fail.
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/none')
})
afterAll(() => rm(folder, { recursive: true }))

async function read(...argv: string[]) {
  const { status, stdout, stderr } = await captureOutput(() => run(['feeds', 'read', ...argv]))
  const lines = stdout.split('\n').filter((line) => line !== '')
  return { status, stderr, lines: lines.map((line) => JSON.parse(line)) }
}

it('prints a line for each document, and continues after one that cannot be read', async () => {
  const feed = join(folder, 'feed.xml')
  const page = join(folder, 'page.html')
  const undated = { title: 'Undated', link: '/undated' }
  await writeFile(feed, rss([...items(1), undated]))
  await writeFile(page, '<html><body>Page</body></html>')
  const missing = join(folder, 'missing.xml')

  const { status, stderr, lines } = await read(page, missing, feed)
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  expect(lines).toEqual([
    {
      source: page,
      error: 'This is a web page, not a feed.',
      damage: null,
      format: null,
      title: null,
      articles: [],
    },
    {
      source: missing,
      error: `${missing} cannot be read.`,
      damage: null,
      format: null,
      title: null,
      articles: [],
    },
    {
      source: feed,
      error: null,
      damage: null,
      format: 'rss',
      title: 'The Courier',
      articles: [
        {
          title: 'The story number 1',
          summary: 'What happened in story number 1.',
          body: 'What happened in story number 1.',
          author: '',
          source: 'The Courier',
          date: '2026-11-20T12:00:00.000Z',
          isDated: true,
          updated: null,
          link: 'https://courier.example/story/1',
          image: null,
          guid: 'story-1',
          topics: [],
        },
        expect.objectContaining({ isDated: false, link: 'https://courier.example/undated' }),
      ],
    },
  ])
})

it('resolves relative addresses of files with --url', async () => {
  const file = join(folder, 'feed.json')
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Paper',
    items: [{ id: '1', title: 'A', url: '/a' }],
  }
  await writeFile(file, JSON.stringify(feed))
  const { status, lines } = await read(file, '--url', 'https://paper.example/feeds/main')
  expect(status).toBe(0)
  expect(lines).toMatchObject([{ format: 'json', articles: [{ link: 'https://paper.example/a' }] }])
})

it.each([
  ['no document', [], /^Usage: masthead feeds read FILE\|URL/],
  ['an invalid address', ['feed.xml', '--url', 'paper'], /^"paper" is not an http or https address/],
])('prints one line for %s and exits with status 2', async (_, argv, message) => {
  const { status, stderr, lines } = await read(...argv)
  expect({ status, lines }).toEqual({ status: 2, lines: [] })
  expect(stderr).toMatch(message)
})

it('reports an address that is not allowed', async () => {
  const { status, lines } = await read('http://127.0.0.1:1/feed')
  expect(status).toBe(1)
  expect(lines).toMatchObject([{ source: 'http://127.0.0.1:1/feed', format: null, articles: [] }])
  expect(lines[0].error).toBe('The address belongs to a private network.')
})

it('prints the complete items of a damaged feed', async () => {
  const file = join(folder, 'damaged.xml')
  const document = rss(items(3))
  await writeFile(file, document.slice(0, document.lastIndexOf('</item>')))
  const { status, lines } = await read(file)
  expect(status).toBe(0)
  expect(lines).toMatchObject([
    { error: null, damage: expect.stringMatching(/^damaged, 2 items read: line \d+: unclosed tag/) },
  ])
  expect(lines[0].articles).toHaveLength(2)
})
