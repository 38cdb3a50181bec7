import type { Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { RestoredFor } from '../rules/client-id.ts'
import { insertedRanges, mapRange, type TextRange } from './text-ranges.ts'

/** Text that this person has typed. */
export type OwnText = TextRange & {
  at: number
  /** The version of the document in which others have seen the text. */
  version: number | 'unsent' | 'sent'
}

/** For this long after a change, a person counts as still writing the text that the caret is in. */
const WRITING_MS = 60_000
/** The maximum number of confirmed texts; unconfirmed ones are never dropped. */
const MAX_CONFIRMED_TEXTS = 1_000

/** Adds what a local transaction inserts. */
export function addOwnTexts(ownTexts: readonly OwnText[], transaction: Transaction): OwnText[] {
  const { mapping, time } = transaction
  let texts = ownTexts.flatMap((text) => mapRange(text, mapping) ?? [])
  for (const { from, to } of insertedRanges(transaction)) {
    const continued = texts.findIndex(
      (text) => text.version === 'unsent' && text.from <= from && text.to >= from,
    )
    const text = texts[continued]
    if (text) texts[continued] = { ...text, to: Math.max(text.to, to), at: time }
    else
      texts = [
        ...texts.flatMap((around) => without(around, { from, to })),
        { from, to, at: time, version: 'unsent' },
      ]
  }
  const confirmed = texts.filter(({ version }) => typeof version === 'number')
  const oldest = new Set(confirmed.slice(0, -MAX_CONFIRMED_TEXTS))
  return texts.filter((text) => !oldest.has(text))
}

/** Returns what is left of a text around a newer one. */
function without(text: OwnText, { from, to }: TextRange): OwnText[] {
  return [
    { ...text, to: Math.min(text.to, from) },
    { ...text, from: Math.max(text.from, to) },
  ].filter((part) => part.from < part.to)
}

export function withVersion(
  texts: readonly OwnText[],
  from: OwnText['version'],
  to: OwnText['version'],
): OwnText[] {
  return texts.map((text) => (text.version === from ? { ...text, version: to } : text))
}

/**
 * Maps own texts through changes of others.
 *
 * @returns the texts that are left, and what others have deleted before they saw it, or while this person was writing it
 */
export function mapOwnTexts(
  { doc, selection }: EditorState,
  tr: Transaction,
  ownTexts: readonly OwnText[],
  batches: readonly { seen: number; isOwn: boolean; restoredFor?: RestoredFor | undefined }[],
): { left: OwnText[]; lost: string } {
  const followed = ownTexts.map((text) => ({ text, ...followText(doc, text, tr) }))
  const byOthers = batches.filter(({ isOwn, restoredFor }) => !isOwn && restoredFor !== 'self')
  const writing = byOthers.length > 0 ? writtenText(ownTexts, selection, tr) : undefined
  let lost = ''
  let end = 0
  for (const { text, removed } of followed.toSorted((one, other) => one.text.from - other.text.from)) {
    const { from, to, version } = text
    const isUnseen = typeof version === 'string' || byOthers.some(({ seen }) => version > seen)
    const isWriting = writing !== undefined && isRecent(text, tr) && from < writing.to && to > writing.from
    if (!isUnseen && !isWriting) continue
    if (removed) lost += (lost && from > end ? '\n' : '') + removed
    end = to
  }
  return { left: followed.flatMap(({ text, left }) => left.map((range) => ({ ...text, ...range }))), lost }
}

const isRecent = ({ at }: OwnText, { time }: Transaction) => time - at < WRITING_MS

/** Returns the recently typed text around the selection, which may have been confirmed in several parts. */
function writtenText(
  texts: readonly OwnText[],
  { from, to }: TextRange,
  tr: Transaction,
): TextRange | undefined {
  const together: TextRange[] = []
  const recent = texts.filter((text) => isRecent(text, tr))
  for (const text of recent.toSorted((one, other) => one.from - other.from)) addPlace(together, text)
  return together.find((text) => from >= text.from && to <= text.to)
}

/** Returns where the characters of a range are after a transaction, and those that it has removed, by lines. */
function followText(
  before: Node,
  range: TextRange,
  { doc, mapping }: Transaction,
): { left: TextRange[]; removed: string } {
  const { from, to } = range
  const after = mapRange({ from, to }, mapping)
  const isWhole = after && doc.textBetween(after.from, after.to, '\n') === before.textBetween(from, to, '\n')
  if (isWhole) return { left: [after], removed: '' }
  const left: TextRange[] = []
  let removed = ''
  let block: Node | null = null
  before.nodesBetween(from, to, ({ text = '' }, start, parent) => {
    for (let at = Math.max(from, start); at < Math.min(to, start + text.length); at += 1) {
      const character = text[at - start] ?? ''
      const place = mapRange({ from: at, to: at + 1 }, mapping)
      // Where text was moved, the ends of a deleted character may have moved apart.
      if (place && doc.textBetween(place.from, place.to) === character) {
        addPlace(left, place)
        continue
      }
      removed += (removed && parent !== block ? '\n' : '') + character
      block = parent
    }
  })
  const isTogether = left.every((place) => after && place.from >= after.from && place.to <= after.to)
  return { left: after && isTogether && left.length > 0 ? [after] : left, removed }
}

function addPlace(places: TextRange[], { from, to }: TextRange): void {
  const last = places.at(-1)
  if (last?.to === from) last.to = to
  else places.push({ from, to })
}
