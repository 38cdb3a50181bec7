import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { SaveDialog } from '#ui/admin/forms/SaveDialog.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { saveRedirectFailure, saveRedirectFn } from '../redirects.functions.ts'
import { type RedirectForm, redirectForm, STATUSES, statusLabels } from '../rules/redirect-form.ts'
import type { RedirectRow } from '../server/redirects.server.ts'

type Props = { redirect: RedirectRow | undefined; onClose: () => void }

/** @param props.redirect undefined for a new one */
export function RedirectDialog({ redirect, onClose }: Props) {
  const queryClient = useQueryClient()
  const [newId] = useState(() => crypto.randomUUID())
  const status = STATUSES.find((one) => one === String(redirect?.status)) ?? '301'
  const form = useUnsentForm(redirectForm, {
    name: `redirect:${redirect?.id ?? 'new'}`,
    defaultValues: { from: redirect?.from ?? '', target: redirect?.target ?? '', status },
  })
  const mutation = useCancellableMutation({
    mutationFn: (typed: RedirectForm, signal) =>
      saveRedirectFn({ data: { id: redirect?.id ?? newId, isNew: !redirect, ...typed }, signal }),
    onSuccess(outcome, typed) {
      if (outcome.kind === 'gone') return form.showErrors({ from: phrase('The redirect no longer exists') })
      if (outcome.kind === 'refused') return form.showErrors({ [outcome.field]: outcome.reason })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'redirects'] })
      void showToast({
        title: redirect ? phrase('Redirect saved') : phrase('Redirect created'),
        text: typed.from.trim(),
      })
      form.unsent.end()
      onClose()
    },
  })
  const isRemoval = form.watch('status') === '410'
  return (
    <SaveDialog
      title={redirect ? phrase('Edit redirect') : phrase('New redirect')}
      submitLabel={redirect ? phrase('Save Redirect') : phrase('Create Redirect')}
      form={form}
      mutation={mutation}
      failure={saveRedirectFailure()}
      onClose={onClose}
    >
      <TextField
        label={phrase('From')}
        required
        data-autofocus
        spellCheck={false}
        autoCapitalize="none"
        help={phrase('An address of this site that has no page, such as /2019/old-story')}
        {...form.field('from')}
      />
      <Select label={phrase('Kind')} {...form.field('status')}>
        {STATUSES.map((one) => (
          <option key={one} value={one}>
            {statusLabels()[one]}
          </option>
        ))}
      </Select>
      {!isRemoval && (
        <TextField
          label={phrase('To')}
          required
          spellCheck={false}
          autoCapitalize="none"
          help={phrase(
            'A page of this site, such as /topic/climate, or an address that starts with https://',
          )}
          {...form.field('target')}
        />
      )}
    </SaveDialog>
  )
}
