import { phrase } from '#kernel/text/phrase.ts'
import { formatDayAndTime } from '#kernel/time/dates.ts'
import { Button } from '../Button.tsx'
import { FormNotice, FormNotices } from './FormNotices.tsx'

/** The input of a form that is not sent yet. */
export type UnsentInput = {
  /** ISO 8601. Undefined unless the form was filled in with the input of an earlier visit. */
  restoredAt: string | undefined
  /** Returns to the stored values. */
  discard(): void
  /** Call after sending and for Cancel, before the form closes. */
  end(): void
}

export function RestoredNotice({ unsent: { restoredAt, discard } }: { unsent: UnsentInput }) {
  return (
    <FormNotices>
      {restoredAt && (
        <FormNotice actions={<Button onClick={discard}>{phrase('Discard')}</Button>}>
          {phrase('Restored what you typed on {restoredAt}.', { restoredAt: formatDayAndTime(restoredAt) })}
        </FormNotice>
      )}
    </FormNotices>
  )
}
