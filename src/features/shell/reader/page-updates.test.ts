import { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageUpdates } from './page-updates.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LAST_RUN = 'last-auto-update'

let now = Date.parse('2026-06-15T09:00:00Z')

beforeEach(() => {
  // The module remembers its last run, so each test runs a day later.
  now += 24 * HOUR
  vi.useFakeTimers({ now })
})
const tabs = new Set<() => void>()
afterEach(() => {
  for (const close of tabs) close()
  tabs.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (duration: number) => vi.advanceTimersByTimeAsync(duration)

/** Emulates a browser whose local storage is shared by its tabs. */
function openBrowser({ status = 200, lastRun }: { status?: number; lastRun?: string } = {}) {
  const stored = new Map<string, string>(lastRun === undefined ? [] : [[LAST_RUN, lastRun]])
  const tab = Object.assign(new EventTarget(), { hidden: false })
  const calls = { requests: 0, refreshed: 0 }
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', tab)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    expect([path, init.method, init.body]).toEqual(['/functions/v1/fetch-news', 'POST', undefined])
    calls.requests += 1
    return new Response(null, { status })
  })
  const router = { options: { context: { queryClient: new QueryClient() } }, invalidate: async () => {} }
  return {
    calls,
    lastRun: () => stored.get(LAST_RUN),
    startTab() {
      const close = pageUpdates.startRefreshing(router as unknown as RegisteredRouter, () => {
        calls.refreshed += 1
      })
      tabs.add(close)
      return close
    },
    setVisible(isVisible: boolean) {
      tab.hidden = !isVisible
      tab.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

describe('the automatic refresh (spec §9)', () => {
  it('runs at once and then every hour, and stores its time', async () => {
    const { calls, startTab, lastRun } = openBrowser()
    startTab()
    await pass(MINUTE)
    expect([calls, lastRun()]).toEqual([{ requests: 1, refreshed: 1 }, String(now)])
    await pass(58 * MINUTE)
    expect(calls.requests).toBe(1)
    await pass(MINUTE)
    expect(calls.requests).toBe(2)
    await pass(HOUR)
    expect(calls.requests).toBe(3)
  })

  it('waits in a hidden tab until it is visible, and then for the rest of the hour', async () => {
    const { calls, startTab, setVisible } = openBrowser()
    setVisible(false)
    startTab()
    await pass(130 * MINUTE)
    expect(calls.requests).toBe(0)
    setVisible(true)
    await pass(0)
    expect(calls.requests).toBe(1)
    setVisible(false)
    setVisible(true)
    await pass(30 * MINUTE)
    expect(calls.requests).toBe(1)
  })

  it('is not repeated by other tabs and reloads within the hour', async () => {
    const { calls, startTab } = openBrowser()
    const close = startTab()
    await pass(MINUTE)
    close()
    const closeOther = startTab()
    startTab()
    await pass(58 * MINUTE)
    expect(calls.requests).toBe(1)
    closeOther()
    await pass(2 * MINUTE)
    expect(calls.requests).toBe(2)
  })

  it.each([
    ['has an invalid time', () => 'yesterday'],
    ['is in the future', () => String(now + 1_000 * HOUR)],
    ['is an hour old', () => String(now - HOUR)],
  ])('is not prevented by a last run that %s', async (_, lastRun) => {
    const { calls, startTab } = openBrowser({ lastRun: lastRun() })
    startTab()
    await pass(0)
    expect(calls.requests).toBe(1)
  })

  it('waits for the rest of the hour of a stored run', async () => {
    const { calls, startTab } = openBrowser({ lastRun: String(now - 40 * MINUTE) })
    startTab()
    await pass(19 * MINUTE)
    expect(calls.requests).toBe(0)
    await pass(2 * MINUTE)
    expect(calls.requests).toBe(1)
  })

  it('runs every hour without local storage', async () => {
    const { calls, startTab, setVisible } = openBrowser()
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new DOMException('denied', 'SecurityError')
      },
      setItem() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    startTab()
    await pass(30 * MINUTE)
    setVisible(false)
    setVisible(true)
    expect(calls.requests).toBe(1)
    await pass(31 * MINUTE)
    expect(calls.requests).toBe(2)
  })

  it('is not announced if it fails, and is tried again after an hour', async () => {
    const { calls, startTab } = openBrowser({ status: 503 })
    startTab()
    await pass(59 * MINUTE)
    expect(calls.requests).toBe(1)
    await pass(MINUTE)
    expect(calls).toEqual({ requests: 2, refreshed: 0 })
  })
})
