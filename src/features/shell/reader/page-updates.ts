import type { Query, QueryClient } from '@tanstack/react-query'
import { decideList, isList, type List, storiesOf } from './decide-list.ts'
import { fetchAside, pagesOf } from './fetch-aside.ts'
import { phrase } from './phrase.ts'
import { isTouched } from './touched-queries.ts'

/** What all open pages would ask at once is spread over this time. */
const SPREAD_MS = { least: 20, most: 220 }
/** Spec §9, data-fetch defaults. */
const RETRIES = 3
const FIRST_RETRY_MS = 1_000
/** Stories that come one after another are announced once. */
const QUIET_MS = 1_000
/** What was loaded this short a time ago is about to be shown. */
const JUST_LOADED_MS = 10_000

/** The page around the lists, as far as updates touch it. */
export type Surroundings = {
  /** Whether the reader is at the very top and does nothing in the list. */
  mayMove(): boolean
  /** Whether it would be at the very top. */
  isAtTop(): boolean
  /** Brings what is drawn from the route's data, such as the title, up to date. */
  refreshHead(): Promise<void>
  /** The article that is open was deleted. */
  onGone(): void
  /** Whether the site tells everybody that it is under maintenance. */
  isUnderMaintenance(): Promise<boolean>
  reload(): void
}

/** What a reader sees of the updates: an offer of held stories, and what is said to screen readers, the how-manieth. */
export type UpdatesState = { offer: string | undefined; said: string; times: number }

type Held = { query: Query; data: List; newIds: string[]; isQuiet: boolean }

export type PageUpdates = ReturnType<typeof createPageUpdates>

/** Keeps what the open page shows up to date with the site, without moving what is being read (spec §4 and §7). */
export function createPageUpdates(queryClient: QueryClient, page: Surroundings) {
  const held = new Map<string, Held>()
  const gone = new Set<string>()
  const listeners = new Set<() => void>()
  /** New stories that were put in place and are not announced yet; undefined where there is nothing to announce. */
  let arrived: { ids: Set<string>; isFront: boolean } | undefined
  let state: UpdatesState = { offer: undefined, said: '', times: 0 }
  let saying: ReturnType<typeof setTimeout> | undefined
  /** What changed and is not looked at yet; null for anything. */
  let pending: ReadonlySet<string> | null | undefined
  let underWay: Promise<void> | undefined
  let failures = 0
  let wake = () => {}

  function setState(change: Partial<UpdatesState>): void {
    state = { ...state, ...change }
    for (const tell of listeners) tell()
  }

  async function work(): Promise<void> {
    while (pending !== undefined) {
      await pause(SPREAD_MS.least + Math.random() * (SPREAD_MS.most - SPREAD_MS.least))
      const tags = pending
      pending = undefined
      if (await update(tags)) {
        failures = 0
        continue
      }
      if (await page.isUnderMaintenance()) return page.reload()
      failures += 1
      if (failures > RETRIES) continue
      pending = merged(pending, tags)
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      await Promise.race([pause(FIRST_RETRY_MS * 2 ** (failures - 1)), woken])
    }
  }

  /** @returns whether everything that was touched is up to date */
  async function update(tags: ReadonlySet<string> | null): Promise<boolean> {
    const touched = queryClient
      .getQueryCache()
      .getAll()
      .filter(({ queryKey, state }) => isTouched(queryKey, state.data, tags))
    const outcomes = await Promise.all(touched.map(updateQuery))
    offer()
    if (outcomes.includes('corrected')) await page.refreshHead()
    return !outcomes.includes('failed')
  }

  async function updateQuery(query: Query): Promise<'corrected' | 'failed' | undefined> {
    // What is under way may have been read before the change.
    while (query.state.fetchStatus === 'fetching' && query.promise) await query.promise.catch(() => {})
    if (!query.isActive() && !isWorthKeeping(query)) return forget(query)
    const pages = pagesOf(query)
    const fetched = await fetchAside(queryClient, query)
    if (fetched.kind === 'gone') return lose(query)
    if (fetched.kind === 'failed') return query.isActive() ? 'failed' : forget(query)
    // The reader has asked for more meanwhile.
    if (query.state.fetchStatus !== 'idle' || pagesOf(query) !== pages) return updateQuery(query)
    return place(query, fetched.data)
  }

  function place(query: Query, data: unknown): 'corrected' | undefined {
    const { queryKey, queryHash, state } = query
    const shown = state.data
    gone.delete(queryHash)
    if (!query.isActive() || queryKey[0] === 'settings' || !isList(shown) || !isList(data)) {
      queryClient.setQueryData(queryKey, data)
      return query.isActive() && query.state.data !== shown ? 'corrected' : undefined
    }
    const isQuiet = queryKey[1] === 'breaking'
    const decision = decideList(shown, data, {
      isHome: queryKey[1] === 'home',
      mayMove: page.mayMove() || (isQuiet ? keepsItsPlace(shown, data) : isEmpty(shown)),
    })
    queryClient.setQueryData(queryKey, decision.data)
    if (decision.kind === 'hold') held.set(queryHash, { query, data, newIds: decision.newIds, isQuiet })
    else held.delete(queryHash)
    if (decision.kind === 'apply' && !isQuiet) {
      arrived ??= { ids: new Set(), isFront: queryKey[1] === 'home' }
      for (const id of decision.newIds) arrived.ids.add(id)
      announce()
    }
    return undefined
  }

  function forget({ queryKey }: Query): undefined {
    queryClient.removeQueries({ queryKey, exact: true })
  }

  /** What is being read stays; who comes back to it finds that it is not there any more. */
  function lose(query: Query): undefined {
    if (!query.isActive()) return forget(query)
    if (!gone.has(query.queryHash)) page.onGone()
    gone.add(query.queryHash)
  }

  function offer(): void {
    const loud = [...held.values()].filter(({ isQuiet }) => !isQuiet)
    const newIds = new Set(loud.flatMap(({ newIds }) => newIds))
    const isFront = loud.some(({ query }) => query.queryKey[1] === 'home')
    const text = loud.length > 0 ? phrase(newIds.size, { isFront }) : undefined
    if (text === state.offer) return
    setState({ offer: text })
    if (text) announce()
  }

  function announce(): void {
    clearTimeout(saying)
    saying = setTimeout(() => {
      const text = state.offer ?? (arrived && phrase(arrived.ids.size, arrived))
      arrived = undefined
      if (text) setState({ said: text, times: state.times + 1 })
    }, QUIET_MS)
  }

  /** Puts what is held in its place. */
  function release(which: (held: Held) => boolean): void {
    for (const [hash, one] of held) {
      if (!which(one)) continue
      held.delete(hash)
      const { query, data } = one
      const isWhole = Array.isArray(data) || data.pages.length === pagesOf(query)
      if (isWhole) queryClient.setQueryData(query.queryKey, data)
      // The reader has loaded more since.
      else void query.fetch().catch(() => {})
    }
    offer()
  }

  queryClient.getQueryCache().subscribe((event) => {
    const { type, query } = event
    const one = held.get(query.queryHash)
    // Who goes to another page and comes back finds the newest.
    if (type === 'observerRemoved' && !query.isActive()) {
      if (one) release((other) => other === one)
      if (gone.delete(query.queryHash)) forget(query)
    }
    // Who has the page refreshed needs no offer of what that brought.
    if (one && type === 'updated' && event.action.type === 'success' && isShown(one)) {
      held.delete(query.queryHash)
      offer()
    }
  })

  return {
    /** Brings up to date what a change of `tags` (null: of anything) touches. @returns when that is done, or given up */
    tell(tags: readonly string[] | null): Promise<void> {
      pending = merged(pending, tags && new Set(tags))
      failures = 0
      wake()
      underWay ??= work().finally(() => {
        underWay = undefined
      })
      return underWay
    },

    /** Shows the stories that are held. */
    show(): void {
      clearTimeout(saying)
      release(() => true)
    },

    /** What is no story, but would move them, waits for the reader to be at the very top. */
    onScroll(): void {
      if (page.isAtTop()) release(({ isQuiet }) => isQuiet)
    },

    getState: () => state,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isShown({ query, data }: Held): boolean {
  const shown = query.state.data
  const isHome = query.queryKey[1] === 'home'
  return isList(shown) && decideList(shown, data, { isHome, mayMove: true }).kind === 'correct'
}

/** What has no observer is fetched when it is shown next, but for pages that the reader has loaded. */
function isWorthKeeping(query: Query): boolean {
  const isJustLoaded = Date.now() - query.state.dataUpdatedAt < JUST_LOADED_MS
  return Boolean(query.options.queryFn) && (pagesOf(query) > 1 || isJustLoaded)
}

/** The ticker takes its line whatever it says, and none where it says nothing. */
function keepsItsPlace(shown: List, data: List): boolean {
  return isEmpty(shown) === isEmpty(data)
}

/** Where no story stands there is none to move. */
function isEmpty(list: List): boolean {
  return storiesOf(list).length === 0
}

function merged(
  one: ReadonlySet<string> | null | undefined,
  other: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  if (one === undefined) return other
  return one && other && one.union(other)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
