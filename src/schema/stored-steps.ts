import { isDeepStrictEqual } from 'node:util'
import { customType } from 'drizzle-orm/pg-core'

/** A typed or deleted text: `from`, `to` and the text. */
type ShortStep = [from: number, to: number, text?: string]

/** The short form of a step leaves out fewer bytes of its JSON. */
export const SHORTENED_BYTES = 100

/** ProseMirror steps as JSON. Those of a key are stored in a short form, since most rows contain nothing else. */
export const storedSteps = customType<{ data: object[]; driverData: unknown }>({
  dataType: () => 'json',
  toDriver: (steps) => JSON.stringify(steps.map(shorten)),
  fromDriver: (stored) => (stored as (object | ShortStep)[]).map(expand),
})

type ReplaceJson = { from?: unknown; to?: unknown; slice?: { content?: { text?: unknown }[] } }

function shorten(step: object): object | ShortStep {
  const { from, to, slice } = step as ReplaceJson
  const short = [from, to, ...(slice ? [slice.content?.[0]?.text] : [])] as ShortStep
  return isDeepStrictEqual(expand(short), step) ? short : step
}

function expand(stored: object | ShortStep): object {
  if (!Array.isArray(stored)) return stored
  const [from, to, text] = stored
  const replace = { stepType: 'replace', from, to }
  return text === undefined ? replace : { ...replace, slice: { content: [{ type: 'text', text }] } }
}
