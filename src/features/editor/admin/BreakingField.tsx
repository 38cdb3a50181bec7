import { useState } from 'react'
import { ARTICLE_FIELDS } from '#features/drafts/rules/article-fields.ts'
import {
  defaultBreakingEnd,
  expectedBreakingEnd,
  type PublishedBreaking,
} from '#features/drafts/rules/breaking.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { formatClock } from '#kernel/time/dates.ts'
import { formatZonedTime, localDay, parseLocalInput, toLocalInput } from '#kernel/time/zoned-time.ts'
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
  const { isBreaking, breakingUntil, sponsoredBy } = useFields(editor)
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
    const end = parseLocalInput(local)
    if (end) changeFields(editor, { breakingUntil: end.toISOString() })
  }

  return (
    <>
      <Switch
        name="isBreaking"
        label={ARTICLE_FIELDS.isBreaking.label()}
        help={[
          sponsoredBy
            ? phrase('Shown first on the home page and in the ticker, so not for sponsored articles.')
            : phrase('Shown first on the home page and in the ticker.'),
          hasEnded && phrase('Ended at {time}.', { time: describeEnd(endsAt) }),
        ]
          .filter(Boolean)
          .join(' ')}
        checked={isOn}
        disabled={Boolean(sponsoredBy) && !isOn}
        onChange={({ target }) => toggle(target.checked)}
      />
      {isOn && (
        <TextField
          type="datetime-local"
          name="breakingUntil"
          label={ARTICLE_FIELDS.breakingUntil.label()}
          help={
            endsAt
              ? phrase('Breaking until {time}.', { time: describeEnd(endsAt) })
              : phrase('If empty, 2 hours after publication.')
          }
          value={typed ?? (endsAt ? toLocalInput(endsAt) : '')}
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
  const isToday = localDay(iso) === localDay(new Date().toISOString())
  return isToday ? formatClock(iso) : formatZonedTime(iso)
}
