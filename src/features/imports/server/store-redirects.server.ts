import { redirectKey } from '#features/redirects/rules/redirect-address.ts'
import type { Db } from '#platform/database/db.server.ts'
import { redirects } from '#schema/redirects.ts'
import { readFormerAddress } from '../rules/former-address.ts'

/** The number of former addresses of an item. */
export const MAX_ADDRESSES = 50

/**
 * Redirects the former addresses of a page to its new one, and those of its feeds to the feed there. Addresses that
 * are redirected already stay as they are. Call it in the transaction that stored the page.
 *
 * @param page.to the path of the page, encoded
 * @param page.hasFeed the page has a feed; without one, the former addresses of feeds are left out
 */
export async function redirectFormerAddresses(
  tx: Db,
  addresses: readonly string[],
  siteUrl: string | null,
  { to, hasFeed }: { to: string; hasFeed: boolean },
): Promise<void> {
  const own = redirectKey(to)
  const found = new Map<string, string>()
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    const former = readFormerAddress(address, siteUrl)
    if (!former || former.key === own || (former.file && !hasFeed)) continue
    found.set(former.key, to + former.file)
  }
  await addRedirects(
    tx,
    Array.from(found, ([fromPath, target]) => ({ fromPath, target, status: 301 })),
  )
}

/** @param rows with keys of redirects */
export async function addRedirects(
  tx: Db,
  rows: readonly { fromPath: string; target: string | null; status: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(redirects)
    // Sorted, so that concurrent transactions do not deadlock.
    .values(
      rows
        .toSorted((one, other) => (one.fromPath < other.fromPath ? -1 : 1))
        .map((row) => ({ ...row, origin: 'import' as const })),
    )
    .onConflictDoNothing()
}
