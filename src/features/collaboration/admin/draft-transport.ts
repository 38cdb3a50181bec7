import { requestOwn } from '#platform/http/request-own.ts'
import { readUpdatesFn, sendPresenceFn } from '../collaboration.functions.ts'
import { appendAddress } from '../rules/append-address.ts'
import { MAX_UPDATE_BYTES, TOO_MANY_CHANGES } from '../rules/update-limits.ts'
import type { DraftTransport } from './draft-sync.ts'

export function createDraftTransport(id: string, owner: string): DraftTransport {
  return {
    async append({ update, ...request }) {
      if (update.length > MAX_UPDATE_BYTES) return { kind: 'refused', reasons: [TOO_MANY_CHANGES] }
      const response = await requestOwn(appendAddress({ id, by: owner, ...request }), {
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.from(update),
      })
      const outcome = await response.json()
      return outcome.kind === 'incomplete'
        ? { ...outcome, stateVector: fromBase64(outcome.stateVector) }
        : outcome
    },
    async read(since) {
      const found = await readUpdatesFn({ data: { id, since } })
      return found.kind === 'updates' ? { ...found, updates: found.updates.map(fromBase64) } : found
    },
    sendPresence: (update) => sendPresenceFn({ data: { id, update } }),
  }
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
