import { expect, it } from 'vitest'
import { ACCESS_DENIED, PLEASE_LOG_IN } from '#features/access/rules/access.ts'
import type { SyncState } from '#features/collaboration/admin/draft-sync.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { describeSync } from './DraftBar.tsx'

it.each<[Partial<SyncState>, string]>([
  [{}, 'Saved'],
  [{ isStored: false }, ''],
  [{ kind: 'saving' }, 'Saving...'],
  [{ kind: 'retrying', error: new RequestFailure('offline') }, 'Offline, saved on this device'],
  [
    { kind: 'retrying', error: new RequestFailure('unreachable') },
    'Saved on this device, will be sent again',
  ],
  [{ kind: 'retrying', error: new Error(PLEASE_LOG_IN) }, 'Not sent, saved on this device'],
  [{ kind: 'denied', error: new Error(ACCESS_DENIED) }, 'Not sent, saved on this device'],
  [{ kind: 'refused', reasons: ['Too long'] }, 'Not sent, saved on this device'],
  [{ kind: 'gone' }, 'Not sent, saved on this device'],
  [
    { kind: 'retrying', error: new RequestFailure('offline'), isStorageFailed: true },
    'Not saved: this device cannot store changes',
  ],
])('describes %o as %j', (state, text) => {
  expect(describeSync({ kind: 'saved', isStorageFailed: false, isStored: true, ...state }, true)).toBe(text)
})

it.each<[SyncState['kind'], string]>([
  ['denied', 'Saved'],
  ['gone', ''],
])('claims no unsent changes of an article that is %s without them', (kind, text) => {
  expect(describeSync({ kind, isStorageFailed: false, isStored: true }, false)).toBe(text)
})
