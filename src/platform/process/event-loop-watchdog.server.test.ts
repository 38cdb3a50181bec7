import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { startTestSite } from '#platform/testing/test-site.ts'
import { createEventLoopWatchdog, type EventLoopBlock } from './event-loop-watchdog.server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function start() {
  let time = 0
  const blocks: EventLoopBlock[] = []
  const watchdog = createEventLoopWatchdog({ onBlock: (block) => blocks.push(block), now: () => time })
  return {
    blocks,
    watchdog,
    track: (method: string, url: string) => watchdog.track({ method, url } as IncomingMessage),
    /** The timer fires `late` milliseconds late. */
    tick(late = 0) {
      time += 50 + late
      vi.advanceTimersByTime(50)
    },
  }
}

it('reports a block with the requests in progress, without their queries', () => {
  const { blocks, watchdog, track, tick } = start()
  track('POST', '/api/open')
  tick()
  const end = track('GET', '/slow?token=secret')
  end()
  tick(400)
  expect(blocks).toMatchObject([{ milliseconds: 400, requests: ['GET /slow', 'POST /api/open'] }])
  expect(blocks[0]?.processorMilliseconds).toBeGreaterThanOrEqual(0)
  expect(watchdog.blocks).toBe(1)
})

it('does not report short delays, nor requests that were handled before the block', () => {
  const { blocks, track, tick } = start()
  track('GET', '/quick')()
  tick(200)
  expect(blocks).toEqual([])
  tick(201)
  expect(blocks).toMatchObject([{ requests: [] }])
})

it('does not report the tokens of links in emails', () => {
  const { blocks, track, tick } = start()
  track('GET', '/newsletter/confirm/YWRhQGV4YW1wbGUub3Jn')
  tick(300)
  expect(blocks).toMatchObject([{ requests: ['GET /newsletter/confirm/…'] }])
})

it('lists at most twenty requests', () => {
  const { blocks, track, tick } = start()
  for (let index = 0; index < 50; index += 1) track('GET', `/${index}`)
  tick(300)
  expect(blocks[0]?.requests).toHaveLength(20)
})

it('the server tracks requests until they are handled', async () => {
  const events: string[] = []
  const app = async () => {
    events.push('handled')
    return new Response('page')
  }
  await using site = await startTestSite(app, {
    trackRequest({ url }) {
      events.push(`began ${url}`)
      return () => events.push('ended')
    },
  })
  await site.send('/news')
  await eventually(() => expect(events).toEqual(['began /news', 'handled', 'ended']))
})
