import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { nextHour, toLocalInput } from '#kernel/time/zoned-time.ts'
import { futureTimeForm, zonedTime } from '#kernel/time/zoned-time-form.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { ZonedTimeField } from '#ui/admin/forms/ZonedTimeField.tsx'
import type { FrontPage } from '../rules/front-page.ts'

type Props = {
  page: FrontPage
  isBusy: boolean
  /** Calls `onSent` before the dialog closes. */
  onSchedule: (at: Date, onSent: () => void) => void
  onClose: () => void
}

export function ScheduleFrontDialog({ page, onSchedule, ...dialog }: Props) {
  const { unsent, ...form } = useUnsentForm(
    futureTimeForm(() => new Date()),
    {
      name: `schedule-front:${page}`,
      defaultValues: { at: toLocalInput(nextHour(new Date()).toISOString()) },
    },
  )
  return (
    <FormDialog
      {...dialog}
      title={phrase('Schedule publication')}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      submitLabel={phrase('Schedule')}
      onSubmit={form.handleSubmit((typed) => onSchedule(zonedTime.parse(typed.at), unsent.end))}
    >
      <ZonedTimeField
        label={phrase('Publish at')}
        current={form.watch('at')}
        help={phrase('The front as it is now is published; later changes are not part of it.')}
        {...form.field('at')}
      />
    </FormDialog>
  )
}
