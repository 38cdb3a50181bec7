import { desc, inArray, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/database/db.server.ts'
import { beforeDeadline } from '#platform/database/response-deadline.ts'
import { redirects } from '#schema/redirects.ts'
import { redirectKey, withoutIndexPhp } from '../rules/redirect-address.ts'
import { lockRedirects } from './add-redirect.server.ts'

/** `target` is null if the page was removed permanently. */
export type FoundRedirect = { id: string; target: string | null; status: number }

/**
 * Finds the redirect of an address. One that starts with `/index.php` also has that of the address without it, which is how imports
 * store it.
 *
 * @param key as `redirectKey` returns it
 */
export async function findRedirect(db: Db, key: string): Promise<FoundRedirect | null> {
  const { id, target, status, fromPath } = redirects
  const [row] = await db
    .select({ id, target, status })
    .from(redirects)
    .where(inArray(fromPath, [key, withoutIndexPhp(key)]))
    .orderBy(desc(sql`length(${fromPath})`))
    .limit(1)
  return row ?? null
}

export async function storeHits(db: Db, hits: readonly { id: string; hits: number }[]): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRedirects(tx)
    await tx.execute(sql`
      update redirects set hits = redirects.hits + counted.hits
      from json_to_recordset(${JSON.stringify(hits)}::json) as counted (id uuid, hits int)
      where redirects.id = counted.id`)
  })
}

/** Limits the memory of known paths and redirects, of which each needs two bytes per character and {@link ENTRY_BYTES}. */
const MAX_KNOWN_BYTES = 4_000_000
const ENTRY_BYTES = 300
const MISSING_TTL_MS = 10_000
/** Keeps a redirect until a change is announced. */
const NO_TTL = 0
/** After this time, the reader gets the 404 page. */
const LOOKUP_TIMEOUT_MS = 500
const FLUSH_MS = 10_000

/**
 * Finds the redirects of paths that have no page. Caches them until a change, and for ten seconds that a path has none. Counts
 * hits in batches: those of the last ten seconds are lost if the process is killed.
 *
 * @param options.onError called once per outage
 */
export function createRedirectLookup(options: {
  find(key: string): Promise<FoundRedirect | null>
  storeHits(hits: { id: string; hits: number }[]): Promise<void>
  onError(error: unknown): void
}) {
  const known = new LRUCache<string, { redirect: FoundRedirect | null }>({
    maxSize: MAX_KNOWN_BYTES,
    sizeCalculation: ({ redirect }, key) => 2 * (key.length + (redirect?.target?.length ?? 0)) + ENTRY_BYTES,
    ttl: NO_TTL,
  })
  /** By the id of the redirect, so that there are at most as many as redirects. */
  let hits = new Map<string, number>()
  let changes = 0
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined
  let isFailing = false

  function count({ id }: FoundRedirect): void {
    add(id, 1)
    scheduleFlush()
  }

  function add(id: string, count: number): void {
    hits.set(id, (hits.get(id) ?? 0) + count)
  }

  function scheduleFlush(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
  }

  /** Never rejects. */
  function flush(): Promise<void> {
    flushing ??= store().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  async function store(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (hits.size === 0) return
    const counted = hits
    hits = new Map()
    try {
      await options.storeHits(Array.from(counted, ([id, hits]) => ({ id, hits })))
      isFailing = false
    } catch (error) {
      for (const [id, count] of counted) add(id, count)
      scheduleFlush()
      if (!isFailing) options.onError(error)
      isFailing = true
    }
  }

  return {
    /**
     * Finds a redirect, and counts the hit. Null if there is none, or the database does not respond.
     *
     * @param path encoded
     */
    async find(path: string): Promise<FoundRedirect | null> {
      const key = redirectKey(path)
      if (key === undefined) return null
      const before = known.get(key)
      const changesBefore = changes
      const found = before ?? (await beforeDeadline(lookUp(key), LOOKUP_TIMEOUT_MS).catch(() => undefined))
      // It may have changed during the lookup.
      if (found && !before && changes === changesBefore)
        known.set(key, found, found.redirect ? {} : { ttl: MISSING_TTL_MS })
      if (found?.redirect) count(found.redirect)
      return found?.redirect ?? null
    },

    invalidateAll(): void {
      changes += 1
      known.clear()
    },

    flush,

    async close(): Promise<void> {
      await flush()
      clearTimeout(timer)
    },

    get size() {
      return { known: known.size, bytes: known.calculatedSize }
    },
  }

  async function lookUp(key: string) {
    return { redirect: await options.find(key) }
  }
}
