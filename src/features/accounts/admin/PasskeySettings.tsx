import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { formatShortDay } from '#kernel/time/dates.ts'
import { HELD_CLICK } from '#platform/render/held-click.ts'
import { Button } from '#ui/admin/Button.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery } from '#ui/admin/forms/useFormDrafts.ts'
import { LoadError } from '#ui/admin/LoadState.tsx'
import { showToast } from '#ui/toast.ts'
import { passkeyForm } from '../rules/account-forms.ts'
import { type AuthResult, authErrorMessage, fetchAuth } from './auth-client.ts'
import { passkeysQuery } from './auth-queries.ts'
import { ConfirmIdentityDialog, useConfirmedIdentity } from './ConfirmIdentityDialog.tsx'
import { PanelSection } from './PanelSection.tsx'
import { useUnsentForm } from './useUnsentForm.ts'
import { withPasskeys } from './with-passkeys.ts'

export function PasskeySettings() {
  const queryClient = useQueryClient()
  const query = useQuery(passkeysQuery)
  const { data: passkeys } = query
  const identity = useConfirmedIdentity()
  const [busy, setBusy] = useState<string>()
  const { unsent, ...form } = useUnsentForm(passkeyForm, { name: 'passkey', defaultValues: { name: '' } })

  async function change(target: string, send: () => Promise<AuthResult<object>>, message: string) {
    const failure =
      target === 'new' ? phrase('Failed to add the passkey') : phrase('Failed to remove the passkey')
    setBusy(target)
    const result = await send()
    setBusy(undefined)
    if (result.kind === 'rejected' && result.code === 'CONFIRM_IDENTITY')
      return identity.request(() => void change(target, send, message))
    if (result.kind !== 'done')
      return void showToast({
        title: phrase('Error'),
        text: authErrorMessage(result, failure),
        isError: true,
      })
    if (target === 'new') form.reset()
    void showToast({ title: message })
    await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
  }

  const add = form.handleSubmit(({ name }) =>
    change(
      'new',
      () => withPasskeys(({ registerPasskey }) => registerPasskey(name)),
      phrase('Passkey added'),
    ),
  )

  return (
    <PanelSection title={phrase('Passkeys')}>
      <p className="text-muted">
        {phrase(
          'Sign in with your fingerprint, face or PIN. A passkey works in place of your password and a code.',
        )}
      </p>
      <LoadError query={query} text={phrase('Failed to load your passkeys')} />
      {passkeys && passkeys.length > 0 && (
        <ul className="border-t border-rule">
          {passkeys.map(({ id, name, createdAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="text-13 text-muted">
                  {phrase('Added on {day}', { day: formatShortDay(createdAt) })}
                </p>
              </div>
              <Button
                variant="danger"
                isBusy={busy === id}
                aria-label={phrase('Remove passkey: {name}', { name })}
                onClick={() =>
                  change(id, () => fetchAuth('delete-passkey', { id }), phrase('Passkey removed'))
                }
              >
                {phrase('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={add} className="flex flex-col gap-3">
        <UnsavedChangesGuard isChanged={form.formState.isDirty} recovery={recovery()} />
        <RestoredNotice unsent={unsent} />
        <TextField
          label={phrase('Name of the new passkey')}
          placeholder={phrase('Work laptop')}
          maxLength={100}
          required
          {...form.field('name')}
          action={
            <Button
              {...HELD_CLICK}
              type="submit"
              isBusy={busy === 'new'}
              busyText={phrase('Waiting for your device…')}
            >
              {phrase('Add a Passkey')}
            </Button>
          }
        />
      </form>
      <ConfirmIdentityDialog {...identity.dialog} />
    </PanelSection>
  )
}
