import { useState } from 'react'
import { Badge } from '#ui/office/Badge.tsx'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { articleDifferences, mergeArticles, type Side } from '../rules/article-differences.ts'
import { ARTICLE_LABELS, type ArticleForm } from '../rules/article-form.ts'
import { ComparedText } from './ComparedText.tsx'
import type { Theirs } from './useArticleEditing.ts'

type Props = {
  base: ArticleForm
  mine: ArticleForm
  theirs: Theirs
  onSettle: (merged: ArticleForm, theirs: Theirs) => void
  onClose: () => void
}

type Choices = Partial<Record<keyof ArticleForm, Side>>

/** Where my article and the one that somebody else has stored since differ, and whose is kept of each field. */
export function ConflictDialog({ base, mine, theirs, onSettle, onClose }: Props) {
  const differences = articleDifferences(base, mine, theirs.form)
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries(differences.map(({ field, suggested }) => [field, suggested])),
  )
  const chooseAll = (side: Side) =>
    setChoices(Object.fromEntries(differences.map(({ field }) => [field, side])))

  return (
    <Dialog title="Somebody else has saved this article" isOpen isWide onClose={onClose}>
      <p className="text-14 text-muted">
        Nothing is lost: choose for each field what is kept. What only one of you has changed is chosen
        already.
      </p>
      <div className="flex flex-wrap gap-2 py-3">
        <Button onClick={() => chooseAll('mine')}>Keep all of mine</Button>
        <Button onClick={() => chooseAll('theirs')}>Take all of theirs</Button>
      </div>
      {differences.map(({ field, isContested }) => (
        <fieldset key={field} className="border-t border-rule py-3">
          <legend className="float-left w-full pb-2 text-14 font-semibold">
            {ARTICLE_LABELS[field]} {isContested && <Badge tone="caution">Both changed it</Badge>}
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
                  {side === 'mine' ? 'Keep mine' : 'Take theirs'}
                </span>
                <ComparedText
                  text={shown((side === 'mine' ? mine : theirs.form)[field])}
                  other={shown((side === 'mine' ? theirs.form : mine)[field])}
                />
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap justify-end gap-2 border-t border-rule bg-paper p-4">
        <Button onClick={onClose}>Go on editing</Button>
        <Button variant="primary" onClick={() => onSettle(mergeArticles(mine, theirs.form, choices), theirs)}>
          Save this
        </Button>
      </div>
    </Dialog>
  )
}

function shown(value: string | boolean): string {
  return typeof value === 'boolean' ? (value ? 'On' : 'Off') : value
}
