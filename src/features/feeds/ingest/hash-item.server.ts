import { createHash } from 'node:crypto'
import type { NormalisedItem } from '../parse/normalise-feed.ts'
import { fingerprintItem, markItem } from './decide-items.ts'
import type { ItemWithHash } from './known-article.ts'

/** Characters: it is stored with each address. */
const MARK_LENGTH = 16

export function hashItem(item: NormalisedItem): ItemWithHash {
  return { ...item, hash: sha256(fingerprintItem(item)), mark: hashMark(item) }
}

export function hashMark(item: Parameters<typeof markItem>[0]): string {
  return sha256(markItem(item)).slice(0, MARK_LENGTH)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
