import { useState } from 'react'
import { ARTICLE_FIELDS } from '#features/drafts/rules/article-fields.ts'
import {
  defaultBreakingEnd,
  expectedBreakingEnd,
  type PublishedBreaking,
} from '#features/drafts/rules/breaking.ts'
import { formatClock } from '#kernel/dates.ts'
import { formatLondonTime, londonDay, parseLondonInput, toLondonInput } from '#kernel/london-calendar.ts'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import type { ArticleEditor } from './article-editor.ts'
import { changeFields, useFields } from './SharedFields.tsx'

type Props = {
  editor: ArticleEditor
  /** Null before the first publication. */
  published: PublishedBreaking | null
}

/** Breaking news and when it ends (newsroom §5). Off once it has ended; switching it on again sets a new end. */
export function BreakingField({ editor, published }: Props) {
  const { isBreaking, breakingUntil } = useFields(editor)
  const endsAt = expectedBreakingEnd({ isBreaking, breakingUntil }, published)
  const hasEnded = endsAt !== null && Date.parse(endsAt) <= Date.now()
  const isOn = isBreaking && !hasEnded
  // Browsers report no value while a part of the date is missing.
  const [typed, setTyped] = useState<string>()

  function toggle(isChecked: boolean) {
    const until = isChecked && hasEnded ? defaultBreakingEnd(new Date()) : null
    changeFields(editor, { isBreaking: isChecked, breakingUntil: until })
  }

  function changeEnd(local: string) {
    setTyped(local)
    const end = parseLondonInput(local)
    if (end) changeFields(editor, { breakingUntil: end.toISOString() })
  }

  return (
    <>
      <Switch
        name="isBreaking"
        label={ARTICLE_FIELDS.isBreaking.label}
        help={`Shown first on the home page and in the ticker.${hasEnded ? ` Ended at ${describeEnd(endsAt)}.` : ''}`}
        checked={isOn}
        onChange={({ target }) => toggle(target.checked)}
      />
      {isOn && (
        <TextField
          type="datetime-local"
          name="breakingUntil"
          label={ARTICLE_FIELDS.breakingUntil.label}
          help={endsAt ? `Breaking until ${describeEnd(endsAt)}.` : 'If empty, 2 hours after publication.'}
          value={typed ?? (endsAt ? toLondonInput(endsAt) : '')}
          onChange={({ target }) => changeEnd(target.value)}
          onBlur={({ target }) => {
            setTyped(undefined)
            if (!target.value && !target.validity.badInput) changeFields(editor, { breakingUntil: null })
          }}
        />
      )}
    </>
  )
}

/** "14:05" today. */
function describeEnd(iso: string): string {
  const isToday = londonDay(iso) === londonDay(new Date().toISOString())
  return isToday ? formatClock(iso) : formatLondonTime(iso)
}
