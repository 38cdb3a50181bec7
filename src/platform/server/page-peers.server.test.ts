import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createCachedPage } from '#platform/cache/cached-page.server.ts'
import { createPageCache } from '#platform/cache/page-cache.server.ts'
import { pageRequest } from '#platform/http/page-key.server.ts'
import { chooseOwner, openPagePeers, type Peers } from './page-peers.server.ts'

const BODY = 'The text of the page. '.repeat(100)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peers-'))
  return () => rm(folder, { recursive: true })
})

type Member = { id: number; seq: number; ids: number[]; renders: string[]; version: string }

/** One of two processes; `version` is the data that it renders. */
async function startMember(id: number, options: { isListening?: boolean } = {}) {
  const member: Member = { id, seq: 0, ids: [1, 2], renders: [], version: 'first' }
  const cache = createPageCache({ maxBytes: 1024 * 1024 })
  const peers: Peers = {
    id,
    get peers() {
      return member.ids
    },
    get seq() {
      return member.seq
    },
    waitForSeq: async (seq) => seq <= member.seq,
  }
  const renderPage = async ({ url }: Request) => {
    member.renders.push(new URL(url).pathname)
    const page = await createCachedPage(200, { 'content-type': 'text/html' }, `${member.version} ${BODY}`)
    return { page, tags: new Set(['articles'] as const), expiresAt: Date.now() + 60_000 }
  }
  const opened = await openPagePeers({
    peers,
    socketOf: (of) => join(folder, `${of}${options.isListening === false ? '-gone' : ''}.sock`),
    cache,
    renderPage,
    readMetrics: async () => [{ id }],
  })
  onTestFinished(() => opened.close())
  const get = (key: string) => cache.render(key, () => opened.renderPage(pageRequest(key)))
  return { member, cache, opened, get }
}

const keyOf = (owner: number) =>
  Array.from({ length: 100 }, (_, index) => `/article/${index}`).find(
    (key) => chooseOwner(key, [1, 2]) === owner,
  ) ?? ''

it('renders a page in one process, with the same bytes and headers in the other', async () => {
  const [one, two] = [await startMember(1), await startMember(2)]
  const key = keyOf(1)
  const [first, second] = await Promise.all([one.get(key), two.get(key)])
  expect([one.member.renders, two.member.renders]).toEqual([[key], []])
  const { onGrow: _, ...bytes } = second
  expect(first).toMatchObject(bytes)
  expect(two.cache.get(key)).toBe(second)

  two.cache.invalidate(['articles'])
  expect(two.cache.get(key)).toBeUndefined()
})

it('renders pages of its own', async () => {
  const [one, two] = [await startMember(1), await startMember(2)]
  const key = keyOf(2)
  await two.get(key)
  expect([one.member.renders, two.member.renders]).toEqual([[], [key]])
})

it('takes no page from a process that does not know its last change yet', async () => {
  const [one, two] = [await startMember(1), await startMember(2)]
  const key = keyOf(1)
  await one.get(key)
  Object.assign(two.member, { seq: 1, version: 'second' })
  const page = await two.get(key)
  expect(two.member.renders).toEqual([key])
  expect(page.etag).not.toBe(one.cache.get(key)?.etag)
})

it('stores a page as stale if a change arrives while the other process sends it', async () => {
  const [one, two] = [await startMember(1), await startMember(2)]
  const key = keyOf(1)
  await one.get(key)
  const pending = two.get(key)
  two.cache.invalidate(['articles'])
  await pending
  expect(two.cache.get(key)).toBeUndefined()
})

it('renders a page itself when its process is gone', async () => {
  const two = await startMember(2, { isListening: false })
  const key = keyOf(1)
  expect((await two.get(key)).status).toBe(200)
  expect(two.member.renders).toEqual([key])
})

it('reads the metrics of all processes that respond', async () => {
  const [one] = [await startMember(1), await startMember(2)]
  one.member.ids = [1, 2, 3]
  expect(await one.opened.readAllMetrics()).toEqual([[{ id: 1 }], [{ id: 2 }]])
})

describe('chooseOwner', () => {
  const keys = Array.from({ length: 2_000 }, (_, index) => `/article/${index}`)

  it('distributes pages evenly', () => {
    const counts = new Map<unknown, number>()
    for (const key of keys) {
      const owner = chooseOwner(key, [4, 7, 9, 12])
      counts.set(owner, (counts.get(owner) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted()).toEqual([12, 4, 7, 9])
    for (const count of counts.values()) expect(count).toBeGreaterThan(400)
  })

  it('moves only the pages of a process that is gone', () => {
    const moved = keys.filter((key) => chooseOwner(key, [4, 7, 9]) !== chooseOwner(key, [4, 7, 9, 12]))
    expect(moved.every((key) => chooseOwner(key, [4, 7, 9, 12]) === 12)).toBe(true)
    expect(chooseOwner('/', [])).toBeUndefined()
  })
})
