import type { Query, QueryClient } from '@tanstack/react-query'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { pause } from '#ui/pause.ts'
import { isAffected } from '../rules/is-affected.ts'
import { articlesOf, isList, type List, planListUpdate } from '../rules/plan-list-update.ts'
import { fetchSnapshot, pagesOf } from './fetch-snapshot.ts'

/** Random, so that pages do not refetch together. */
const DELAY_MS = { min: 20, max: 220 }
/** Spec §9, data-fetch defaults. */
const RETRIES = 3
const FIRST_RETRY_MS = 1_000
const ANNOUNCE_DELAY_MS = 1_000
/** Newer data are about to be shown. */
const JUST_LOADED_MS = 10_000

export type PageContext = {
  /** The reader is at the top of the page and not using the list. */
  mayMove(): boolean
  isAtTop(): boolean
  refreshHead(): Promise<void>
  onDeleted(): void
  isUnderMaintenance(): Promise<boolean>
  reload(): void
  /** @param settings new data of a query of settings. @returns whether the page reloads for them */
  reloadFor(settings: unknown): boolean
}

/** `buttonLabel` is for the button that shows held articles; `announcement` for screen readers. */
export type UpdatesState = { buttonLabel: string | undefined; announcement: string; count: number }

type Outcome = 'corrected' | 'failed' | 'reloading' | undefined

type Held = { query: Query; data: List; newIds: string[]; isSilent: boolean }

export type PageUpdater = ReturnType<typeof createPageUpdater>

/** Does not move the text being read (spec §4 and §7). */
export function createPageUpdater(queryClient: QueryClient, page: PageContext) {
  const held = new Map<string, Held>()
  const deletedQueries = new Set<string>()
  const listeners = new Set<() => void>()
  let unannounced: { ids: Set<string>; isFront: boolean } | undefined
  let state: UpdatesState = { buttonLabel: undefined, announcement: '', count: 0 }
  let announceTimer: ReturnType<typeof setTimeout> | undefined
  /** Tags of changes to process; null if anything may have changed. */
  let pending: ReadonlySet<string> | null | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let retryNow = () => {}

  function setState(change: Partial<UpdatesState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  async function work(): Promise<void> {
    while (pending !== undefined) {
      await pause(DELAY_MS.min + Math.random() * (DELAY_MS.max - DELAY_MS.min))
      if (navigator.onLine === false) await nextEvent('online')
      const tags = pending
      pending = undefined
      if (await updateQueries(tags)) {
        failures = 0
        continue
      }
      if (await page.isUnderMaintenance()) return page.reload()
      failures += 1
      pending = mergeTags(pending, tags)
      // The next change tries again.
      if (failures > RETRIES) return
      const retryRequested = new Promise<void>((resolve) => {
        retryNow = resolve
      })
      await Promise.race([pause(FIRST_RETRY_MS * 2 ** (failures - 1)), retryRequested])
    }
  }

  /** @returns whether all affected queries are up to date */
  async function updateQueries(tags: ReadonlySet<string> | null): Promise<boolean> {
    const affected = queryClient
      .getQueryCache()
      .getAll()
      .filter((query) => isAffected(query, tags))
    const { settings = [], others = [] } = Object.groupBy(affected, (query) =>
      isOfSettings(query) ? 'settings' : 'others',
    )
    const outcomes = await Promise.all(settings.map(updateQuery))
    // The others would bring texts of another language into this page.
    if (outcomes.includes('reloading')) return true
    outcomes.push(...(await Promise.all(others.map(updateQuery))))
    updateButton()
    // After an interruption, the page itself may have failed.
    if (tags === null || outcomes.includes('corrected')) await page.refreshHead()
    return !outcomes.includes('failed')
  }

  async function updateQuery(query: Query): Promise<Outcome> {
    // A fetch in progress may have read the state before the change.
    while (query.state.fetchStatus === 'fetching' && query.promise) await query.promise.catch(() => {})
    if (!query.isActive() && !isWorthUpdating(query)) return remove(query)
    const pages = pagesOf(query)
    const fetched = await fetchSnapshot(queryClient, query)
    if (fetched.kind === 'gone') return handleDeleted(query)
    if (fetched.kind === 'failed') return query.isActive() ? 'failed' : remove(query)
    // More pages were loaded during the request.
    if (query.state.fetchStatus !== 'idle' || pagesOf(query) !== pages) return updateQuery(query)
    return apply(query, fetched.data)
  }

  function apply(query: Query, data: unknown): Outcome {
    const { queryKey, queryHash, state } = query
    if (isOfSettings(query) && page.reloadFor(data)) return 'reloading'
    const shown = state.data
    deletedQueries.delete(queryHash)
    if (!query.isActive() || isOfSettings(query) || !isList(shown) || !isList(data)) {
      queryClient.setQueryData(queryKey, data)
      return query.isActive() && query.state.data !== shown ? 'corrected' : undefined
    }
    const isSilent = queryKey[1] === 'breaking'
    const decision = planListUpdate(shown, data, {
      mayMove: page.mayMove() || (isSilent ? hasSameHeight(shown, data) : isEmpty(shown)),
    })
    queryClient.setQueryData(queryKey, decision.data)
    if (decision.kind === 'hold') held.set(queryHash, { query, data, newIds: decision.newIds, isSilent })
    else held.delete(queryHash)
    if (decision.kind === 'apply' && !isSilent) {
      unannounced ??= { ids: new Set(), isFront: queryKey[1] === 'home' }
      for (const id of decision.newIds) unannounced.ids.add(id)
      announce()
    }
    return undefined
  }

  function remove({ queryKey }: Query): undefined {
    queryClient.removeQueries({ queryKey, exact: true })
  }

  /** An open article stays until the reader leaves it. */
  function handleDeleted(query: Query): undefined {
    if (!query.isActive()) return remove(query)
    if (!deletedQueries.has(query.queryHash)) page.onDeleted()
    deletedQueries.add(query.queryHash)
  }

  function updateButton(): void {
    const announced = [...held.values()].filter(({ isSilent }) => !isSilent)
    const newIds = new Set(announced.flatMap(({ newIds }) => newIds))
    const isFront = announced.some(({ query }) => query.queryKey[1] === 'home')
    const text = announced.length > 0 ? describeUpdate(newIds.size, { isFront }) : undefined
    if (text === state.buttonLabel) return
    setState({ buttonLabel: text })
    if (text) announce()
  }

  function announce(): void {
    clearTimeout(announceTimer)
    announceTimer = setTimeout(() => {
      const text = state.buttonLabel ?? (unannounced && describeUpdate(unannounced.ids.size, unannounced))
      unannounced = undefined
      if (text) setState({ announcement: text, count: state.count + 1 })
    }, ANNOUNCE_DELAY_MS)
  }

  function release(which: (held: Held) => boolean): void {
    for (const [hash, one] of held) {
      if (!which(one)) continue
      held.delete(hash)
      const { query, data } = one
      const isWhole = Array.isArray(data) || data.pages.length === pagesOf(query)
      if (isWhole) queryClient.setQueryData(query.queryKey, data)
      // More pages were loaded since.
      else void query.fetch().catch(() => {})
    }
    updateButton()
  }

  queryClient.getQueryCache().subscribe((event) => {
    const { type, query } = event
    const one = held.get(query.queryHash)
    if (type === 'observerRemoved' && !query.isActive()) {
      if (one) release((other) => other === one)
      if (deletedQueries.delete(query.queryHash)) remove(query)
    }
    // A refresh has shown the held articles.
    if (one && type === 'updated' && event.action.type === 'success' && isShown(one)) {
      held.delete(query.queryHash)
      updateButton()
    }
  })

  return {
    /** Resolves when the update is done or given up. */
    update(tags: readonly string[] | null): Promise<void> {
      pending = mergeTags(pending, tags && new Set(tags))
      failures = 0
      retryNow()
      running ??= work().finally(() => {
        running = undefined
      })
      return running
    },

    showHeld(): void {
      clearTimeout(announceTimer)
      release(() => true)
    },

    /** Shows a held ticker when the reader reaches the top. */
    onScroll(): void {
      if (page.isAtTop()) release(({ isSilent }) => isSilent)
    },

    getState: () => state,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function describeUpdate(newArticles: number, page: { isFront: boolean }): string {
  if (newArticles > 0) return plural(newArticles, '{count} new article', '{count} new articles')
  return page.isFront ? phrase('The home page was updated') : phrase('This page was updated')
}

function isShown({ query, data }: Held): boolean {
  const shown = query.state.data
  return isList(shown) && planListUpdate(shown, data, { mayMove: true }).kind === 'correct'
}

/** An inactive query is fetched when it is next shown, unless it has several pages or was just loaded. */
function isWorthUpdating(query: Query): boolean {
  const isJustLoaded = Date.now() - query.state.dataUpdatedAt < JUST_LOADED_MS
  return Boolean(query.options.queryFn) && (pagesOf(query) > 1 || isJustLoaded)
}

function isOfSettings({ queryKey }: Query): boolean {
  return queryKey[0] === 'settings'
}

function hasSameHeight(shown: List, data: List): boolean {
  return isEmpty(shown) === isEmpty(data)
}

function isEmpty(list: List): boolean {
  return articlesOf(list).length === 0
}

function mergeTags(
  one: ReadonlySet<string> | null | undefined,
  other: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  if (one === undefined) return other
  return one && other && one.union(other)
}

function nextEvent(name: string): Promise<unknown> {
  return new Promise((resolve) => addEventListener(name, resolve, { once: true }))
}
