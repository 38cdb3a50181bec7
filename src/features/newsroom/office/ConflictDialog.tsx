import { diffLines, diffWordsWithSpace } from 'diff'
import { useState } from 'react'
import { Badge } from '#ui/office/Badge.tsx'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { articleDifferences, mergeArticles, type Side } from '../rules/article-differences.ts'
import { ARTICLE_LABELS, type ArticleField, type ArticleForm } from '../rules/article-form.ts'
import type { OtherVersion } from './useArticleEditor.ts'

type Props = {
  base: ArticleForm
  mine: ArticleForm
  other: OtherVersion
  onSave: (merged: ArticleForm, other: OtherVersion) => void
  onClose: () => void
}

type Choices = Partial<Record<ArticleField, Side>>

/** Merges two versions of an article field by field. */
export function ConflictDialog({ base, mine, other, onSave, onClose }: Props) {
  const theirs = other.form
  const differences = articleDifferences(base, mine, theirs)
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries(differences.map(({ field, suggested }) => [field, suggested])),
  )
  const chooseAll = (side: Side) =>
    setChoices(Object.fromEntries(differences.map(({ field }) => [field, side])))

  return (
    <Dialog title="Someone else has saved this article" isOpen isWide onClose={onClose}>
      <p className="text-14 text-muted">
        Choose which version of each field to keep. Fields that only one of you has changed are already
        selected.
      </p>
      <div className="flex flex-wrap gap-2 py-3">
        <Button onClick={() => chooseAll('mine')}>Use all of mine</Button>
        <Button onClick={() => chooseAll('theirs')}>Use all of theirs</Button>
      </div>
      {differences.map(({ field, isConflict }) => (
        <fieldset key={field} className="border-t border-rule py-3">
          <legend className="float-left w-full pb-2 text-14 font-semibold">
            {ARTICLE_LABELS[field]} {isConflict && <Badge tone="caution">Changed by both</Badge>}
          </legend>
          <div className="clear-both grid gap-2 md:grid-cols-2">
            {(['mine', 'theirs'] as const).map((side) => (
              <label
                key={side}
                className="flex min-w-0 cursor-pointer flex-col gap-1 border border-rule p-2 has-checked:border-ink has-checked:bg-wash"
              >
                <span className="flex items-center gap-2 text-13 font-semibold">
                  <input
                    type="radio"
                    name={field}
                    checked={choices[field] === side}
                    onChange={() => setChoices({ ...choices, [field]: side })}
                  />
                  {side === 'mine' ? 'Use mine' : 'Use theirs'}
                </span>
                <TextDiff
                  text={toText((side === 'mine' ? mine : theirs)[field])}
                  other={toText((side === 'mine' ? theirs : mine)[field])}
                />
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap justify-end gap-2 border-t border-rule bg-paper p-4">
        <Button onClick={onClose}>Continue editing</Button>
        <Button variant="primary" onClick={() => onSave(mergeArticles(mine, theirs, choices), other)}>
          Save merged version
        </Button>
      </div>
    </Dialog>
  )
}

function toText(value: string | boolean): string {
  return typeof value === 'boolean' ? (value ? 'On' : 'Off') : value
}

/** Comparing words is too slow for longer texts (in UTF-16 units). */
const MAX_WORD_DIFF_LENGTH = 20_000
const DIFF_TIMEOUT_MS = 500
const CONTEXT_LENGTH = 60

/** Marks the parts that `other` lacks. */
function TextDiff({ text, other }: { text: string; other: string }) {
  if (text === '') return <span className="text-13 text-muted">(empty)</span>
  const isLong = text.length + other.length > MAX_WORD_DIFF_LENGTH
  const options = { timeout: DIFF_TIMEOUT_MS }
  const parts = isLong ? diffLines(other, text, options) : diffWordsWithSpace(other, text, options)
  const shown = parts?.filter(({ removed }) => !removed) ?? [{ value: text, added: true }]
  return (
    <span dir="auto" className="block max-h-60 overflow-y-auto text-13 wrap-anywhere whitespace-pre-wrap">
      {shown.map(({ value, added }, index) =>
        added ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
          <mark key={index} className="bg-caution/20 text-ink">
            {value}
          </mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
          <span key={index}>{shorten(value)}</span>
        ),
      )}
    </span>
  )
}

function shorten(text: string): string {
  if (text.length <= 3 * CONTEXT_LENGTH) return text
  return `${text.slice(0, CONTEXT_LENGTH)} … ${text.slice(-CONTEXT_LENGTH)}`
}
