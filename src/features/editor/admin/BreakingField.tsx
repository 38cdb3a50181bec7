import { useState } from 'react'
import type * as Y from 'yjs'
import { writeValues } from '#features/collaboration/rules/draft-document.ts'
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
import { useSharedValues } from './SharedFields.tsx'

type Props = {
  doc: Y.Doc
  /** Null before the first publication. */
  published: PublishedBreaking | null
}

/** Breaking news and when it ends (newsroom §5). Off once it has ended; on again, it gets another end. */
export function BreakingField({ doc, published }: Props) {
  const { isBreaking, breakingUntil } = useSharedValues(doc)
  const endsAt = expectedBreakingEnd({ isBreaking, breakingUntil }, published)
  const hasEnded = endsAt !== null && Date.parse(endsAt) <= Date.now()
  const isOn = isBreaking && !hasEnded
  // Browsers report no value while a part of the date is missing.
  const [typed, setTyped] = useState<string>()

  function toggle(isChecked: boolean) {
    const until = isChecked && hasEnded ? defaultBreakingEnd(new Date()) : null
    writeValues(doc, { isBreaking: isChecked, breakingUntil: until })
  }

  function changeEnd(local: string) {
    setTyped(local)
    const end = parseLondonInput(local)
    if (end) writeValues(doc, { breakingUntil: end.toISOString() })
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
          help={endsAt ? `Breaking until ${describeEnd(endsAt)}.` : 'Empty: 2 hours after the publication.'}
          value={typed ?? (endsAt ? toLondonInput(endsAt) : '')}
          onChange={({ target }) => changeEnd(target.value)}
          onBlur={({ target }) => {
            setTyped(undefined)
            if (!target.value && !target.validity.badInput) writeValues(doc, { breakingUntil: null })
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
