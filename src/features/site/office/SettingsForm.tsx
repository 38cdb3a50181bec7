import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { SaveBar } from '#ui/office/SaveBar.tsx'
import { showToast } from '#ui/toast.ts'
import { generalSettingsQuery, saveGeneralSettings } from '../edit-settings.functions.ts'
import {
  type FieldError,
  type GeneralSettings,
  generalSettingsErrors,
  trimGeneralSettings,
} from '../rules/general-settings.ts'
import { effectHere, lossHere, type NameChange } from './address-here.ts'
import { OvertakenNotice } from './OvertakenNotice.tsx'
import { SETTING_LABELS } from './setting-labels.ts'
import type { StoredForm } from './useStoredForm.ts'

type Props = {
  form: StoredForm<GeneralSettings>
  changedBy: { email: string; at: string } | null
  /** What the domain that is typed would change. */
  change: NameChange
  onSaving: (isSaving: boolean) => void
  /** Draws the fields of one tab, with what was found wrong. */
  children: (errors: readonly FieldError[]) => ReactNode
}

/** The form of the general settings, of which each tab shows some fields. It is saved as a whole (spec §5, §8). */
export function SettingsForm({ form, changedBy, change, onSaving, children }: Props) {
  const queryClient = useQueryClient()
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isAsking, setIsAsking] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.length > 0) list.current?.focus()
  }, [errors])

  const { mutate, isPending } = useMutation({
    mutationFn: saveGeneralSettings,
    onMutate: () => onSaving(true),
    onSuccess(outcome, sent) {
      if (outcome.kind === 'invalid') return setErrors(outcome.errors)
      if (outcome.kind === 'saved') {
        form.saved(sent.typed, outcome.stored.values)
        void showToast({ title: 'Settings Saved Successfully' })
      }
      queryClient.setQueryData(
        generalSettingsQuery.queryKey,
        (known) => known && { ...known, general: outcome.stored },
      )
    },
    onError: ({ message }) =>
      void showToast({ title: 'Error Saving Settings', text: message, isError: true }),
    onSettled: () => {
      onSaving(false)
      setIsAsking(false)
    },
  })

  const { names, before } = change
  const loss = names.customDomain.trim() === before.customDomain ? null : lossHere(effectHere(change))
  const save = () => mutate({ base: form.base, typed: form.typed })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const found = generalSettingsErrors(form.typed)
    setErrors(found)
    if (found.length > 0) return
    if (loss) setIsAsking(true)
    else save()
  }

  // What is mended goes from the list as it is typed.
  const wrong = generalSettingsErrors(trimGeneralSettings(form.typed))
  const left = errors.filter(({ name }) => wrong.some((error) => error.name === name))
  return (
    <form noValidate onSubmit={onSubmit} className="sheet flex max-w-2xl flex-col gap-5 p-4 md:p-5">
      {left.length > 0 && (
        <div
          ref={list}
          role="alert"
          tabIndex={-1}
          className="border-s-3 border-danger bg-wash px-3 py-2 text-14"
        >
          <p className="font-semibold">Please fix the following errors:</p>
          <ul className="list-disc ps-5">
            {left.map(({ name, message }) => (
              <li key={name}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <OvertakenNotice form={form} changedBy={changedBy} labels={SETTING_LABELS} />
      {children(left)}
      <ConfirmDialog
        title="Change the paper's address?"
        text={loss}
        confirmLabel="Change it"
        isOpen={isAsking}
        isBusy={isPending}
        onConfirm={save}
        onCancel={() => setIsAsking(false)}
      />
      <SaveBar isChanged={form.isChanged} isBusy={isPending} label="Save Settings" />
    </form>
  )
}
