import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { OFFLINE_SCRIPT } from './offline-responses.server.ts'

/** Runs the script of the offline page. */
function openPage({ onLine, isServing = true }: { onLine: boolean; isServing?: boolean }) {
  const listeners = new Map<string, (event: object) => void>()
  const reload = vi.fn()
  const fetch = vi.fn(async () => {
    if (!isServing) throw new TypeError('Failed to fetch')
    return { ok: true }
  })
  let tick = () => {}
  let delayMs = 0
  runInNewContext(OFFLINE_SCRIPT, {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: { reload },
    navigator: { onLine },
    document: { hidden: false },
    fetch,
    setInterval(callback: () => void, ms: number) {
      tick = callback
      delayMs = ms
    },
  })
  const send = (type: string, event: object = {}) => listeners.get(type)?.(event)
  return { reload, fetch, send, delayMs, tick: () => tick() }
}

test('the offline page reloads when the network is back', () => {
  const { reload, send } = openPage({ onLine: false })
  send('online')
  expect(reload).toHaveBeenCalledOnce()
})

test('the offline page does not reload while another page loads', () => {
  const { reload, send } = openPage({ onLine: true })
  send('beforeunload')
  send('online')
  expect(reload).not.toHaveBeenCalled()
  send('pageshow', { persisted: true })
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['returned to after the network is back', { persisted: true }, true, 1],
  ['returned to while there is no network', { persisted: true }, false, 0],
  ['opened', { persisted: false }, true, 0],
])('the offline page, %s', (_, event, onLine, reloads) => {
  const { reload, send } = openPage({ onLine })
  send('pageshow', event)
  expect(reload).toHaveBeenCalledTimes(reloads)
})

test.each([
  ['responds', { onLine: true }, 1, 1],
  ['does not respond', { onLine: true, isServing: false }, 1, 0],
  ['cannot be reached without a network', { onLine: false }, 0, 0],
])(
  'the offline page asks every 15 to 30 seconds whether the server %s',
  async (_, state, requests, reloads) => {
    const { reload, fetch, delayMs, tick } = openPage(state)
    expect(delayMs).toBeGreaterThanOrEqual(15_000)
    expect(delayMs).toBeLessThanOrEqual(30_000)
    tick()
    await new Promise(setImmediate)
    expect(fetch).toHaveBeenCalledTimes(requests)
    expect(reload).toHaveBeenCalledTimes(reloads)
  },
)
