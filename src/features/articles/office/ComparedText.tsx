import { diffLines, diffWordsWithSpace } from 'diff'

/** Beyond this, in UTF-16 units, lines are compared rather than words, which takes too long. */
const MANY = 20_000
const LONGEST_MS = 500
/** What stays of a long stretch that is the same in both, at its ends. */
const KEPT = 60

/** A text, with what the other one does not have marked in it. What is the same is left out where it is long. */
export function ComparedText({ text, other }: { text: string; other: string }) {
  if (text === '') return <span className="text-13 text-muted">(empty)</span>
  const isLong = text.length + other.length > MANY
  const limit = { timeout: LONGEST_MS }
  const parts = isLong ? diffLines(other, text, limit) : diffWordsWithSpace(other, text, limit)
  const shown = parts?.filter(({ removed }) => !removed) ?? [{ value: text, added: true }]
  return (
    <span dir="auto" className="block max-h-60 overflow-y-auto text-13 wrap-anywhere whitespace-pre-wrap">
      {shown.map(({ value, added }, place) =>
        added ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their places
          <mark key={place} className="bg-caution/20 text-ink">
            {value}
          </mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their places
          <span key={place}>{shortened(value)}</span>
        ),
      )}
    </span>
  )
}

function shortened(text: string): string {
  return text.length <= 3 * KEPT ? text : `${text.slice(0, KEPT)} … ${text.slice(-KEPT)}`
}
