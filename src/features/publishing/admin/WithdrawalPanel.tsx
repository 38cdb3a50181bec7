import { useState } from 'react'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { withdrawalForm } from '#features/drafts/rules/publication-forms.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { formatZonedTime, toLocalInput } from '#kernel/time/zoned-time.ts'
import { zonedTime } from '#kernel/time/zoned-time-form.ts'
import { Button } from '#ui/admin/Button.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery } from '#ui/admin/forms/useFormDrafts.ts'
import { ZonedTimeField } from '#ui/admin/forms/ZonedTimeField.tsx'
import { SettingsSection } from '#ui/admin/SettingsSection.tsx'
import { cancelWithdrawalFn, scheduleWithdrawalFn } from '../publishing.functions.ts'
import type { Draft } from '../server/find-draft.server.ts'

type Props = { stored: Draft; canPublish: boolean }

/** Plans the end of the publication of an article that is published or scheduled. */
export function WithdrawalPanel({ stored, canPublish }: Props) {
  const { ending, publishedAt, scheduled } = stored
  if (!ending && !(canPublish && (publishedAt || scheduled))) return null
  return (
    <SettingsSection title={phrase('Withdraw at')}>
      {canPublish ? (
        <WithdrawalForm key={JSON.stringify(ending)} stored={stored} />
      ) : (
        ending && <p className="text-14">{formatZonedTime(ending.plannedAt)}</p>
      )}
    </SettingsSection>
  )
}

function WithdrawalForm({ stored: { id, ending } }: { stored: Draft }) {
  const { run, isBusy } = useDraftAction()
  // Retries keep this id, to schedule once.
  const [publicationId] = useState(() => crypto.randomUUID())
  const [schema] = useState(() => withdrawalForm(() => new Date()))
  const { unsent, ...form } = useUnsentForm(schema, {
    name: `withdraw-at:${id}`,
    defaultValues: { at: ending ? toLocalInput(ending.plannedAt) : '', reason: ending?.reason ?? '' },
  })

  const submit = form.handleSubmit((typed) =>
    run({
      async send(signal) {
        const plannedAt = zonedTime.parse(typed.at).toISOString()
        const data = { id, publicationId, plannedAt, reason: typed.reason }
        return scheduleWithdrawalFn({ data, signal })
      },
      success: phrase('Withdrawal scheduled'),
      failure: phrase('Failed to schedule the withdrawal'),
      onDone: unsent.end,
    }),
  )

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <UnsavedChangesGuard isChanged={form.formState.isDirty} parameter="article" recovery={recovery()} />
      <RestoredNotice unsent={unsent} />
      <p className="text-14 text-muted">
        {!ending
          ? phrase('Readers see the article until it is withdrawn. Choose a time to end its publication.')
          : ending.by
            ? phraseParts('The article will be withdrawn, as planned by {name}.', {
                name: <bdi key="name">{ending.by}</bdi>,
              })
            : phrase('The article will be withdrawn.')}
      </p>
      <ZonedTimeField label={phrase('Withdraw at')} current={form.watch('at')} {...form.field('at')} />
      <TextArea
        label={phrase('Public reason')}
        help={phrase('Optional. Shown to readers who open the article afterwards.')}
        rows={2}
        maxLength={2_000}
        {...form.field('reason')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {ending && (
          <Button
            isBusy={isBusy}
            onClick={() =>
              run({
                send: () => cancelWithdrawalFn({ data: { id } }),
                success: phrase('Withdrawal cancelled'),
                failure: phrase('Failed to cancel the withdrawal'),
                onDone: unsent.end,
              })
            }
          >
            {phrase('Cancel Withdrawal')}
          </Button>
        )}
        <Button type="submit" variant="primary" isBusy={isBusy} busyText={phrase('Saving...')}>
          {phrase('Schedule Withdrawal')}
        </Button>
      </div>
    </form>
  )
}
