import { diffLines, diffWordsWithSpace } from 'diff'

/** In UTF-16 units; comparing the words of longer texts is too slow. */
const MAX_WORD_DIFF_LENGTH = 20_000
const DIFF_TIMEOUT_MS = 500
const CONTEXT_LENGTH = 60

type Props = {
  text: string
  other: string
  /** Includes the parts that `text` lacks. */
  showsRemoved?: boolean
}

/** Marks the words that `other` lacks. */
export function TextDiff({ text, other, showsRemoved = false }: Props) {
  if (text === '' && !(showsRemoved && other)) return <span className="text-13 text-muted">(empty)</span>
  const isLong = text.length + other.length > MAX_WORD_DIFF_LENGTH
  const options = { timeout: DIFF_TIMEOUT_MS }
  const parts = (isLong ? diffLines(other, text, options) : diffWordsWithSpace(other, text, options)) ?? [
    { value: other, removed: true, added: false },
    { value: text, removed: false, added: true },
  ]
  const shown = showsRemoved ? parts : parts.filter(({ removed }) => !removed)
  return (
    <span dir="auto" className="block max-h-60 overflow-y-auto text-13 wrap-anywhere whitespace-pre-wrap">
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
        <Part key={index} {...part} showsRemoved={showsRemoved} />
      ))}
    </span>
  )
}

type PartProps = { value: string; added: boolean; removed: boolean; showsRemoved: boolean }

function Part({ value, added, removed, showsRemoved }: PartProps) {
  if (removed) return <del className="text-danger">{value}</del>
  if (!added) return <span>{shorten(value)}</span>
  return showsRemoved ? (
    <ins className="text-good">{value}</ins>
  ) : (
    <mark className="bg-caution/20 text-ink">{value}</mark>
  )
}

function shorten(text: string): string {
  if (text.length <= 3 * CONTEXT_LENGTH) return text
  return `${text.slice(0, CONTEXT_LENGTH)} … ${text.slice(-CONTEXT_LENGTH)}`
}
