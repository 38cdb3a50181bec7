import { hash } from 'node:crypto'
import { storableText } from '#kernel/text/text.ts'
import type { ImportItem } from '../rules/import-item.ts'

const MAX_KEY_LENGTH = 200

/** Derives a UUID (RFC 9562, version 8) from the key of an item, so that a repeated step adds nothing twice. */
export function importedId(source: string, kind: string, key: string): string {
  const bytes = hash('sha256', JSON.stringify([source, kind, key]), 'buffer')
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/** Returns the SHA-256 of a value as JSON, in hexadecimal digits. */
export function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value))
}

/** Returns a key that the ledger can store. A long one, such as an address, is replaced by its hash. */
export function ledgerKey(key: string): string {
  const text = storableText(key)
  return text.length <= MAX_KEY_LENGTH && text !== '' ? text : hashOf(text)
}

/**
 * Returns the key of an item in the ledger. That of a subscriber is a hash, since the ledger outlives subscribers who are deleted.
 */
export function keyOf({ kind, key }: Pick<Exclude<ImportItem, { kind: 'loss' }>, 'kind' | 'key'>): string {
  return kind === 'subscriber' ? hashOf(key) : ledgerKey(key)
}
