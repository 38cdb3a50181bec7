import {
  type Account,
  decideDeparture,
  hasCapability,
  type RoleDecision,
} from '#features/accounts/rules/access.ts'
import { removeAccount, suspendAccount } from '#features/accounts/server/close-account.server.ts'
import { lockAccounts } from '#features/accounts/server/profiles.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Changes } from '#schema/audit.ts'
import {
  countDraftsOf,
  deletePrivateRecords,
  endPreviewLinksOf,
  handOverDrafts,
} from './hand-over-drafts.server.ts'

export type Departure = {
  kind: 'suspend' | 'remove'
  userId: string
  /** Who gets the articles. Null keeps them, which is possible for a suspension only. */
  heirId: string | null
}

export type DepartureOutcome =
  | { kind: Exclude<RoleDecision['kind'], 'change'> }
  | { kind: 'done'; portrait: string | null }
  /** Articles need another owner. */
  | { kind: 'heir-required' }
  /** Does not work on articles, or not any more. */
  | { kind: 'heir-invalid' }

/** Suspends or removes a person, who is signed out everywhere at once. Their names stay in the history of articles. */
export async function endMembership(
  db: Db,
  by: Pick<Account, 'id' | 'email'>,
  { kind, userId, heirId }: Departure,
): Promise<DepartureOutcome> {
  return db.transaction(async (tx) => {
    const ids = heirId === null ? [userId] : [userId, heirId]
    const { accounts, administrators } = await lockAccounts(tx, ids)
    const account = accounts.get(userId)
    const target = account && { id: userId, isSuspended: account.banned }
    const decision = decideDeparture({ by: by.id, kind, target, administrators })
    if (decision.kind !== 'change') return { kind: decision.kind }
    if (!account) return { kind: 'missing' }
    const heir = heirId === null ? undefined : accounts.get(heirId)
    if (
      heirId !== null &&
      (!heir || heir.banned || heirId === userId || !hasCapability(heir, 'article.write'))
    )
      return { kind: 'heir-invalid' }
    if (kind === 'remove' && !heir && (await countDraftsOf(tx, userId)) > 0) return { kind: 'heir-required' }
    if (heir) await handOverDrafts(tx, { by, from: userId, to: heir.id })
    await endPreviewLinksOf(tx, userId)
    const changes: Changes = heir ? { articles: { from: account.name, to: heir.name || heir.email } } : {}
    if (kind === 'suspend') await suspendAccount(tx, by, account, changes)
    else {
      await deletePrivateRecords(tx, userId)
      await removeAccount(tx, by, account, changes)
    }
    return { kind: 'done', portrait: account.image }
  })
}
