import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { giveWay } from './give-way.server.ts'

const LONG_MS = 3_600_000

async function beBusy() {
  // The event loop counts time only once it has started.
  await delay(1)
  const before = performance.eventLoopUtilization()
  const end = performance.now() + 50
  while (performance.now() < end);
  return before
}

describe('giveWay', () => {
  it('pauses while the process is busy', async () => {
    const before = await beBusy()
    const started = performance.now()
    await giveWay(before, new AbortController().signal, 50)
    // Timers are rounded to milliseconds.
    expect(performance.now() - started).toBeGreaterThan(48)
  })

  it('does not pause while the process mostly waits', async () => {
    await delay(1)
    const before = performance.eventLoopUtilization()
    await delay(100)
    await giveWay(before, new AbortController().signal, LONG_MS)
  })

  it('ends the pause when the run is aborted', async () => {
    const before = await beBusy()
    const controller = new AbortController()
    const paused = giveWay(before, controller.signal, LONG_MS)
    controller.abort()
    await paused
  })
})
