import { isSignedOutError } from '#features/accounts/rules/access.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import type { SyncState } from './draft-sync.ts'

/** Says briefly whether the server has the edits (newsroom §2, Autosave). */
export function SyncStatus({ state }: { state: SyncState }) {
  return <span className="text-13 text-muted">{describeSync(state)}</span>
}

/** @returns nothing for a new article without edits */
export function describeSync({ kind, error, isStorageFailed, isStored }: SyncState): string {
  if (kind === 'saved') return isStored ? 'Saved' : ''
  if (kind === 'saving' && !isStorageFailed) return 'Saving…'
  if (isStorageFailed) return 'Not saved: this device cannot store changes'
  if (kind !== 'retrying' || isSignedOutError(error)) return 'Not sent, saved on this device'
  const isOffline = error instanceof RequestFailure && error.kind === 'offline'
  return isOffline ? 'Offline, saved on this device' : 'Saved on this device, will be sent again'
}
