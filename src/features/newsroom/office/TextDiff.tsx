import { diffTexts, shortenUnchanged, type TextPart } from '../rules/diff-texts.ts'

type Props = {
  text: string
  other: string
  /** Includes the parts that `text` lacks. */
  showsRemoved?: boolean
}

/** Marks the words that `other` lacks. */
export function TextDiff({ text, other, showsRemoved = false }: Props) {
  if (text === '' && !(showsRemoved && other)) return <span className="text-13 text-muted">(empty)</span>
  const parts = diffTexts(other, text)
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

type PartProps = TextPart & { showsRemoved: boolean }

function Part({ value, added, removed, showsRemoved }: PartProps) {
  if (removed) return <del className="text-danger">{value}</del>
  if (!added) return <span>{shortenUnchanged(value)}</span>
  return showsRemoved ? (
    <ins className="text-good">{value}</ins>
  ) : (
    <mark className="bg-caution/20 text-ink">{value}</mark>
  )
}
