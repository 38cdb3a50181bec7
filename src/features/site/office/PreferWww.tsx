import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { useCancellableMutation } from '#ui/office/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { generalSettingsQuery, SETTING_SAVE_FAILURE, savePreferWww } from '../edit-settings.functions.ts'
import type { PublicNames } from '../rules/decide-host.ts'
import { addressWarning, previewAtCurrentHost } from './address-warning.ts'

/** Saved on its own after a confirmation, since it redirects every reader. */
export function PreferWww({ names }: { names: PublicNames }) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { preferWww } = names
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: (_, signal) => {
      const [base, typed] = preferWww ? (['true', 'false'] as const) : (['false', 'true'] as const)
      return savePreferWww({ base: { prefer_www: base }, typed: { prefer_www: typed } }, signal)
    },
    async onSuccess() {
      await queryClient.invalidateQueries(generalSettingsQuery)
      void showToast({ title: 'Setting Updated', text: 'Prefer www has been updated successfully' })
    },
    onError: (error) => showFailure(error, SETTING_SAVE_FAILURE),
    onSettled: () => setIsAsking(false),
  })
  const preview = previewAtCurrentHost({ names: { ...names, preferWww: !preferWww }, before: names })
  return (
    <>
      <Switch
        label="Prefer www"
        help="Redirects readers to the address with www when on, without www when off. Saved immediately."
        checked={preferWww}
        onChange={() => setIsAsking(true)}
      />
      <ConfirmDialog
        title={
          preferWww
            ? 'Redirect readers to the address without www?'
            : 'Redirect readers to the address with www?'
        }
        text={
          preview.origin
            ? `Links will use ${preview.origin}, and readers are redirected there. ${addressWarning(preview) ?? ''}`
            : 'The site has no public address yet. This setting takes effect when it has one.'
        }
        confirmLabel="Change address"
        isOpen={isAsking}
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => {
          cancel()
          setIsAsking(false)
        }}
      />
    </>
  )
}
