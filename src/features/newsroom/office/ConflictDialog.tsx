import { useState } from 'react'
import { Badge } from '#ui/office/Badge.tsx'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { articleDifferences, fieldText, mergeArticles, type Side } from '../rules/article-differences.ts'
import { ARTICLE_LABELS, type ArticleField, type ArticleForm } from '../rules/article-form.ts'
import { TextDiff } from './TextDiff.tsx'
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
                  text={fieldText((side === 'mine' ? mine : theirs)[field])}
                  other={fieldText((side === 'mine' ? theirs : mine)[field])}
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
