import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestSite } from '#platform/testing/test-site.ts'
import { createEventLoopWatchdog, type EventLoopBlock } from './event-loop-watchdog.server.ts'

function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

it('reports a block of the event loop with the requests under way', async () => {
  const blocks: EventLoopBlock[] = []
  const watchdog = createEventLoopWatchdog({
    onBlock: (found) => blocks.push(found),
    thresholdMs: 100,
    intervalMs: 10,
  })
  onTestFinished(() => watchdog.close())
  const app = async (request: Request) => {
    if (new URL(request.url).pathname === '/slow') block(400)
    return new Response('page')
  }
  await using site = await startTestSite(app, { trackRequest: watchdog.track })
  await site.ask('/slow?token=secret')
  await vi.waitFor(() => expect(blocks.flatMap(({ requests }) => requests)).toContain('GET /slow'))
  const found = blocks.find(({ requests }) => requests.includes('GET /slow'))
  expect(found?.milliseconds).toBeGreaterThan(200)
  expect(found?.processorMilliseconds).toBeGreaterThan(50)
  expect(watchdog.blocks).toBe(blocks.length)
})

it('does not report handled requests later', async () => {
  const blocks: EventLoopBlock[] = []
  const watchdog = createEventLoopWatchdog({
    onBlock: (found) => blocks.push(found),
    thresholdMs: 100,
    intervalMs: 10,
  })
  onTestFinished(() => watchdog.close())
  await using site = await startTestSite(async () => new Response('page'), { trackRequest: watchdog.track })
  await site.ask('/quick')
  // Two ticks, so that the first has dropped the handled request.
  const usage = process.cpuUsage()
  await vi.waitFor(() => expect(process.cpuUsage(usage).user).toBeGreaterThan(30_000))
  block(300)
  await vi.waitFor(() => expect(blocks.length).toBeGreaterThan(0))
  expect(blocks.at(-1)?.requests).toEqual([])
})
