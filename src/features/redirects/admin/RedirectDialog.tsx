import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { SaveDialog } from '#ui/admin/forms/SaveDialog.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { SAVE_REDIRECT_FAILURE, saveRedirectFn } from '../redirects.functions.ts'
import { type RedirectForm, redirectForm, STATUS_LABELS, STATUSES } from '../rules/redirect-form.ts'
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
      if (outcome.kind === 'gone') return form.showErrors({ from: 'The redirect no longer exists' })
      if (outcome.kind === 'refused') return form.showErrors({ [outcome.field]: outcome.reason })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'redirects'] })
      void showToast({ title: redirect ? 'Redirect saved' : 'Redirect created', text: typed.from.trim() })
      form.unsent.end()
      onClose()
    },
  })
  const isRemoval = form.watch('status') === '410'
  return (
    <SaveDialog
      title={redirect ? 'Edit redirect' : 'New redirect'}
      submitLabel={redirect ? 'Save Redirect' : 'Create Redirect'}
      form={form}
      mutation={mutation}
      failure={SAVE_REDIRECT_FAILURE}
      onClose={onClose}
    >
      <TextField
        label="From"
        required
        data-autofocus
        spellCheck={false}
        autoCapitalize="none"
        help="An address of this site that has no page, such as /2019/old-story"
        {...form.field('from')}
      />
      <Select label="Kind" {...form.field('status')}>
        {STATUSES.map((one) => (
          <option key={one} value={one}>
            {STATUS_LABELS[one]}
          </option>
        ))}
      </Select>
      {!isRemoval && (
        <TextField
          label="To"
          required
          spellCheck={false}
          autoCapitalize="none"
          help="A page of this site, such as /topic/climate, or an address that starts with https://"
          {...form.field('target')}
        />
      )}
    </SaveDialog>
  )
}
