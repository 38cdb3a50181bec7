import {
  type Account,
  decideDeparture,
  hasCapability,
  type RoleDecision,
} from '#features/access/rules/access.ts'
import { removeAccount, suspendAccount } from '#features/accounts/server/close-account.server.ts'
import { lockAccounts } from '#features/accounts/server/profiles.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Changes } from '#schema/audit.ts'
import {
  countDraftsOf,
  deletePersonalRecords,
  endPreviewLinksOf,
  releaseDrafts,
  transferDrafts,
} from './transfer-drafts.server.ts'

export type Departure = {
  kind: 'suspend' | 'remove'
  userId: string
  /** The account that gets the articles; required to remove a person who has articles outside the bin. Null leaves them with their owner. */
  newOwnerId: string | null
}

export type DepartureOutcome =
  | { kind: Exclude<RoleDecision['kind'], 'change'> }
  | { kind: 'done'; portrait: string | null }
  /** Articles need another owner. */
  | { kind: 'new-owner-required' }
  /** The person cannot edit articles. */
  | { kind: 'new-owner-invalid' }

/** Suspends or removes a person, who is signed out everywhere at once. Their names stay in the history of articles. */
export async function applyDeparture(
  db: Db,
  by: Pick<Account, 'id' | 'email'>,
  { kind, userId, newOwnerId }: Departure,
): Promise<DepartureOutcome> {
  return db.transaction(async (tx) => {
    const ids = newOwnerId === null ? [userId] : [userId, newOwnerId]
    const { accounts, administrators } = await lockAccounts(tx, ids)
    const account = accounts.get(userId)
    const target = account && { id: userId, isSuspended: account.banned }
    const decision = decideDeparture({ by: by.id, kind, target, administrators })
    if (decision.kind !== 'change') return { kind: decision.kind }
    if (!account) return { kind: 'missing' }
    const newOwner = newOwnerId === null ? undefined : accounts.get(newOwnerId)
    if (
      newOwnerId !== null &&
      (!newOwner || newOwner.banned || newOwnerId === userId || !hasCapability(newOwner, 'article.write'))
    )
      return { kind: 'new-owner-invalid' }
    if (kind === 'remove' && !newOwner && (await countDraftsOf(tx, userId)) > 0)
      return { kind: 'new-owner-required' }
    if (newOwner) await transferDrafts(tx, { by, from: userId, to: newOwner.id })
    else if (kind === 'remove') await releaseDrafts(tx, userId)
    await endPreviewLinksOf(tx, userId)
    const changes: Changes = newOwner
      ? { articles: { from: account.name, to: newOwner.name || newOwner.email } }
      : {}
    if (kind === 'suspend') await suspendAccount(tx, by, account, changes)
    else {
      await deletePersonalRecords(tx, userId)
      await removeAccount(tx, by, account, changes)
    }
    return { kind: 'done', portrait: account.image }
  })
}
