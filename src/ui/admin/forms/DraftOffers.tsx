import { phrase } from '#kernel/text/phrase.ts'
import { formatDayAndTime } from '#kernel/time/dates.ts'
import { Button } from '../Button.tsx'
import { FormNotice, FormNotices } from './FormNotices.tsx'
import type { StoredDraft } from './stored-drafts.ts'
import type { Drafts } from './useDrafts.ts'

type Props<Content extends object> = {
  drafts: Pick<Drafts<Content>, 'others' | 'discard'>
  onRestore: (draft: StoredDraft<Content>) => void
}

/** Offers the unsaved changes of earlier visits. */
export function DraftOffers<Content extends object>({ drafts, onRestore }: Props<Content>) {
  return (
    <FormNotices>
      {drafts.others.map((draft) => (
        <FormNotice
          key={draft.slot}
          actions={
            <>
              <Button onClick={() => onRestore(draft)}>{phrase('Restore')}</Button>
              <Button onClick={() => drafts.discard(draft)}>{phrase('Discard')}</Button>
            </>
          }
        >
          {phrase('You have unsaved changes from {savedAt}.', { savedAt: formatDayAndTime(draft.savedAt) })}
        </FormNotice>
      ))}
    </FormNotices>
  )
}
