import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { showToast } from '#ui/toast.ts'
import { generalSettingsQuery, savePreferWww } from '../edit-settings.functions.ts'
import type { PublicNames } from '../rules/decide-host.ts'
import { effectHere, lossHere } from './address-here.ts'

/** The setting prefer_www: it sends every reader to another address, so it asks first and is saved by itself. */
export function PreferWww({ names }: { names: PublicNames }) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { preferWww } = names
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      savePreferWww({
        base: { prefer_www: preferWww ? 'true' : 'false' },
        typed: { prefer_www: preferWww ? 'false' : 'true' },
      }),
    async onSuccess() {
      await queryClient.invalidateQueries(generalSettingsQuery)
      void showToast({ title: 'Setting Updated', text: 'Prefer www has been updated successfully' })
    },
    onError: ({ message }) => void showToast({ title: 'Error', text: message, isError: true }),
    onSettled: () => setIsAsking(false),
  })
  const effect = effectHere({ names: { ...names, preferWww: !preferWww }, before: names })
  return (
    <>
      <Switch
        label="Prefer www"
        help="Sends readers to the address with www in front when on, and to the one without when off. Saved at once."
        checked={preferWww}
        onChange={() => setIsAsking(true)}
      />
      <ConfirmDialog
        title={
          preferWww ? 'Send readers to the address without www?' : 'Send readers to the address with www?'
        }
        text={
          effect.origin
            ? `Links will name ${effect.origin}, and readers are sent there. ${lossHere(effect) ?? ''}`
            : 'The paper has no public name yet, so nothing changes until it has one.'
        }
        confirmLabel="Change it"
        isOpen={isAsking}
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
