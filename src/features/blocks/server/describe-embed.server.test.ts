import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#kernel/time/durations.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { createOutbound, type OutboundOutcome } from '#platform/outbound/outbound.server.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { type LocalServer, startLocalServer } from '#platform/testing/local-server.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { accountAttempts } from '#schema/accounts.ts'
import { embeds } from '#schema/embeds.ts'

import { type Embed, parseEmbed } from '../rules/embed-providers.ts'
import { createEmbedDescriber, type DescribedEmbed, embedSource } from './describe-embed.server.ts'

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const TOOT = 'https://social.example/@ada/100254678717223630'
const NOW = new Date('2026-11-29T12:00:00Z')
const LATER = new Date(NOW.getTime() + 2 * DAY_MS)
const BY = { id: randomUUID() }

const photo = await sharp({ create: { width: 480, height: 360, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(async () => {
  await database.db.delete(embeds)
  await database.db.delete(accountAttempts)
})

function memoryBucket() {
  const files = new Map<string, Uint8Array>()
  return {
    files,
    async put(name: string, bytes: Uint8Array) {
      files.set(name, bytes)
      return true
    },
    has: async (name: string) => files.has(name),
  }
}

/** Responds with a description to all requests that `respond` answers with "ok". */
function describerWith(respond: (address: string) => Partial<OutboundOutcome>) {
  const bytes = Buffer.from(JSON.stringify({ title: 'Title' }))
  const get = async (address: string) => ({ bytes, ...respond(address) }) as OutboundOutcome
  return createEmbedDescriber({
    db: database.db,
    outbound: { get },
    bucket: memoryBucket(),
    requireSpace: async () => {},
  })
}

type Setup = {
  find(text: string, now?: Date): Promise<DescribedEmbed>
  files: Map<string, Uint8Array>
  server: LocalServer
  asked: Embed[]
}

/** All providers are the local server. */
async function withProvider(
  listener: RequestListener,
  work: (setup: Setup) => Promise<void>,
  { isAllowed = true, timeoutMs = 5_000 } = {},
) {
  await using server = await startLocalServer(listener)
  const outbound = createOutbound({
    allowedPrivateHosts: new Set(isAllowed ? [server.host] : []),
    userAgent: 'Masthead',
  })
  const asked: Embed[] = []
  const bucket = memoryBucket()
  const describer = createEmbedDescriber({
    db: database.db,
    outbound,
    bucket,
    requireSpace: async () => {},
    timeoutMs,
    sourceOf(embed) {
      asked.push(embed)
      const source = embedSource(embed)
      return source.kind === 'address' ? source : { ...source, url: `${server.origin}/${source.kind}` }
    },
  })
  try {
    await work({
      find: (text, now = NOW) => describer.find(BY, text, now),
      files: bucket.files,
      server,
      asked,
    })
  } finally {
    await outbound.close()
  }
}

const oembed =
  (body: object, image: Buffer | null = photo): RequestListener =>
  (request, response) => {
    if (request.url === '/oembed') {
      const thumbnail = `http://${request.headers.host}/image.jpg`
      response.end(JSON.stringify({ thumbnail_url: thumbnail, ...body }))
    } else if (image) response.end(image)
    else response.writeHead(404).end()
  }

describe('createEmbedDescriber', () => {
  it('stores what a provider says, with a copy of its preview image', async () => {
    await withProvider(
      oembed({ title: 'The interview', author_name: 'Masthead TV' }),
      async ({ find, files }) => {
        const described = await find('https://youtu.be/dQw4w9WgXcQ?si=x')
        expect(described).toEqual({
          kind: 'described',
          embed: {
            address: VIDEO,
            title: 'The interview',
            author: 'Masthead TV',
            text: '',
            image: {
              url: expect.stringMatching(/^\/storage\/article-images\/embed-[\da-f-]{36}\.webp$/),
              width: 480,
              height: 270,
            },
          },
        })
        const [stored] = await database.db.select().from(embeds)
        expect(stored).toMatchObject({
          address: VIDEO,
          provider: 'youtube',
          title: 'The interview',
          fetchedAt: NOW,
        })
        const [bytes] = files.values()
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 270 })
      },
    )
  })

  it('reads the page of a post whose server is unknown', async () => {
    const page =
      '<head><meta property="og:title" content="Ada (@ada@social.example)"><meta property="og:description" content="Hello&#10;world"></head>'
    await withProvider(
      (request, response) => void response.writeHead(request.url === '/page' ? 200 : 404).end(page),
      async ({ find }) => {
        expect(await find(TOOT)).toMatchObject({
          kind: 'described',
          embed: { address: TOOT, author: 'Ada (@ada@social.example)', text: 'Hello\nworld', image: null },
        })
      },
    )
  })

  it('asks nobody about a map', async () => {
    await withProvider(oembed({}), async ({ find, server }) => {
      const address = 'https://www.google.com/maps/place/Big+Ben'
      expect(await find(address)).toMatchObject({ kind: 'described', embed: { address, title: 'Big Ben' } })
      expect(server.requests).toEqual([])
    })
  })

  it('asks once a day, and keeps what is stored when the original is removed', async () => {
    let isRemoved = false
    const provider = oembed({ title: 'The interview' })
    const listener: RequestListener = (request, response) =>
      isRemoved ? response.writeHead(404).end() : provider(request, response)
    await withProvider(listener, async ({ find, server }) => {
      const first = await find(VIDEO)
      const count = server.requests.length
      expect(await find(VIDEO)).toEqual(first)
      expect(server.requests).toHaveLength(count)
      isRemoved = true
      expect(await find(VIDEO, LATER)).toEqual(first)
      expect(server.requests).toHaveLength(count + 1)
    })
  })

  it('asks again when the sweep has deleted the image', async () => {
    await withProvider(oembed({ title: 'The interview' }), async ({ find, files }) => {
      await find(VIDEO)
      files.clear()
      expect(await find(VIDEO)).toMatchObject({ embed: { image: { width: 480 } } })
      expect(files.size).toBe(1)
    })
  })

  it.each<[string, Buffer | null]>([
    ['missing', null],
    ['damaged', photo.subarray(0, 40)],
    ['no image', Buffer.from('<html>')],
    [
      'an SVG file',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      ),
    ],
    ['too large', Buffer.alloc(5_000_001)],
  ])('describes an embed whose image is %s without it', async (_, image) => {
    await withProvider(oembed({ title: 'The interview' }, image), async ({ find, files }) => {
      expect(await find(VIDEO)).toMatchObject({
        kind: 'described',
        embed: { title: 'The interview', image: null },
      })
      expect(files.size).toBe(0)
    })
  })

  it.each<[string, RequestListener, string]>([
    [
      'an error',
      (_, response) => response.writeHead(404).end(),
      'YouTube responded with status 404. The original may be removed or not public.',
    ],
    ['nothing', (_, response) => response.end('{}'), 'YouTube said nothing about this address.'],
    ['no end', (_, response) => response.write('{'), 'The server did not respond in time.'],
    [
      'too much',
      (_, response) => response.end(JSON.stringify({ title: 'x', padding: 'x'.repeat(200_000) })),
      'The response is larger than 200 kB.',
    ],
  ])('names the failure of a provider that responds with %s', async (_, listener, reason) => {
    await withProvider(
      listener,
      async ({ find }) => {
        expect(await find(VIDEO)).toEqual({ kind: 'failed', address: VIDEO, reason })
        expect(await database.db.select().from(embeds)).toEqual([])
      },
      { timeoutMs: 1_000 },
    )
  })

  it('does not request private addresses', async () => {
    await withProvider(
      oembed({ title: 'Secret' }),
      async ({ find, server }) => {
        expect(await find(VIDEO)).toEqual({
          kind: 'failed',
          address: VIDEO,
          reason: 'The address belongs to a private network.',
        })
        expect(server.requests).toEqual([])
      },
      { isAllowed: false },
    )
  })

  it('does not load images from private addresses', async () => {
    const image = oembed({ title: 'x', thumbnail_url: 'http://127.0.0.1:1/secret.png' })
    await withProvider(image, async ({ find }) => {
      expect(await find(VIDEO)).toMatchObject({ kind: 'described', embed: { image: null } })
    })
  })

  it.each(['', 'javascript:alert(1)', 'http://youtu.be/dQw4w9WgXcQ', 'https://paper.example/story'])(
    'refuses %j without a request',
    async (text) => {
      await withProvider(oembed({}), async ({ find, server }) => {
        expect(await find(text)).toMatchObject({
          kind: 'refused',
          reason: expect.stringMatching(/^This is not the address/),
        })
        expect(server.requests).toEqual([])
      })
    },
  )

  it.each(HOSTILE_HTML)('stores a hostile description as plain text: %s', async (hostile) => {
    await withProvider(
      oembed({ title: `Video ${hostile}`, author_name: hostile }, null),
      async ({ find }) => {
        expect(await find(VIDEO)).toMatchObject({ kind: 'described' })
      },
    )
    const [stored] = await database.db.select().from(embeds)
    expect(stored?.title).toMatch(/^Video/)
    expect(JSON.stringify(stored)).not.toMatch(/<[a-z/!?]/i)
  })

  it.each([
    ['https://vm.tiktok.com/ZMRQ8abc1/', 'https://www.tiktok.com/@ada/video/6718335390845095173?_t=x'],
    [
      'https://maps.app.goo.gl/2kFqQ1abcXYZ',
      'https://consent.google.com/ml?continue=https://www.google.com/maps/place/Big%2BBen&gl=DE',
    ],
  ])('follows the short address %s', async (short, url) => {
    const describer = describerWith((address) => ({ kind: 'ok', url: address === short ? url : address }))
    expect(await describer.find(BY, ` ${short} `, NOW)).toMatchObject({
      embed: {
        address: expect.stringMatching(
          /^https:\/\/www\.(?:tiktok\.com\/@ada\/video\/\d+|google\.com\/maps\/place\/Big\+Ben)$/,
        ),
      },
    })
  })

  it.each<[Partial<OutboundOutcome>, string]>([
    [
      { kind: 'ok', url: 'https://evil.example/' },
      'The short address does not lead to a page that can be embedded.',
    ],
    [
      { kind: 'http-error', status: 410 },
      'The short address responded with status 410. The original may be removed or not public.',
    ],
  ])('refuses a short address that leads to %j', async (outcome, reason) => {
    const describer = describerWith(() => outcome)
    expect(await describer.find(BY, 'https://vm.tiktok.com/ZMRQ8abc1/', NOW)).toEqual({
      kind: 'refused',
      reason,
    })
  })

  it('limits the requests of an account', async () => {
    await withProvider(oembed({ title: 'x' }), async ({ find }) => {
      for (let count = 0; count < 30; count += 1) await find(VIDEO)
      await expect(find(VIDEO)).rejects.toBeInstanceOf(TooBusyError)
    })
  })
})

describe('embedSource', () => {
  it.each([
    [
      VIDEO,
      { kind: 'oembed', url: `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(VIDEO)}` },
    ],
    [TOOT, { kind: 'page', url: TOOT }],
  ])('names where %s is described', (address, source) => {
    const embed = parseEmbed(address)
    expect(embed && embedSource(embed)).toEqual(source)
  })
})
