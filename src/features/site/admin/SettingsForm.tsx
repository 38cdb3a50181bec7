import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { DraftOffers } from '#ui/admin/forms/DraftOffers.tsx'
import { ConflictNotice } from '#ui/admin/forms/FormNotices.tsx'
import { SaveBar } from '#ui/admin/forms/SaveBar.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery, useFormDrafts } from '#ui/admin/forms/useFormDrafts.ts'
import { useStoredForm } from '#ui/admin/forms/useStoredForm.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { generalSettingsQuery, saveGeneralSettings, settingsSaveFailure } from '../edit-settings.functions.ts'
import { GENERAL_SETTINGS, type GeneralSettings, generalSettingsSchema } from '../rules/general-settings.ts'
import type { StoredSettings } from '../server/save-settings.server.ts'
import { addressWarning, GeneralTab, previewAtCurrentHost } from './GeneralTab.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'
import { settingLabels } from './setting-labels.ts'

type Props = {
  stored: StoredSettings<GeneralSettings>
  preferWww: boolean
  siteUrl: string | undefined
  /** IANA names. */
  timeZones: readonly string[]
  tab: 'general' | 'newsletter'
}

/** Two tabs, saved together (spec §5 and §8). */
export function SettingsForm({ stored, preferWww, siteUrl, timeZones, tab }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: saveGeneralSettings,
    onSuccess(outcome, sent) {
      if (outcome.kind === 'saved') {
        form.markSaved(sent.typed, outcome.stored.values)
        void showToast({ title: phrase('Settings Saved Successfully') })
      }
      queryClient.setQueryData(
        generalSettingsQuery.queryKey,
        (known) => known && { ...known, general: outcome.stored },
      )
    },
    onError: (error) => showFailure(error, settingsSaveFailure(), phrase('Error Saving Settings')),
    onSettled: () => setIsAsking(false),
  })
  const form = useStoredForm(generalSettingsSchema, stored.values, isPending)

  const owner = useAdmittedAccount()?.id
  const { drafts, restore } = useFormDrafts(form, `settings:${owner}`)

  const namesWith = ({ custom_domain }: GeneralSettings) => ({
    siteUrl,
    preferWww,
    customDomain: custom_domain,
  })
  const change = { names: namesWith(form.values), before: namesWith(form.base) }
  const isDomainChanged = form.values.custom_domain.trim() !== form.base.custom_domain
  const warning = isDomainChanged ? addressWarning(previewAtCurrentHost(change)) : null
  const save = () => mutate({ base: form.base, typed: form.getValues() })
  const submit = form.handleSubmit(() => {
    if (isPending) return
    if (warning) setIsAsking(true)
    else save()
  })
  return (
    <form noValidate onSubmit={submit} className="sheet flex max-w-2xl flex-col gap-5 p-4 md:p-5">
      <UnsavedChangesGuard isChanged={form.isChanged} recovery={recovery()} />
      <DraftOffers drafts={drafts} onRestore={restore} />
      <ErrorList
        messages={GENERAL_SETTINGS.flatMap((name) => form.formState.errors[name]?.message ?? [])}
        submitCount={form.formState.submitCount}
      />
      <ConflictNotice form={form} changedBy={stored.changedBy} labels={settingLabels()} />
      {tab === 'general' ? (
        <GeneralTab form={form} change={change} timeZones={timeZones} />
      ) : (
        <SettingSwitch
          form={form}
          name="newsletter_enabled"
          label={settingLabels().newsletter_enabled}
          help={phrase('Shows the signup form on the home page. When off, nobody can subscribe.')}
        />
      )}
      <ConfirmDialog
        title={phrase("Change the site's address?")}
        text={warning}
        confirmLabel={phrase('Change Address')}
        isOpen={isAsking}
        isBusy={isPending}
        onConfirm={save}
        onCancel={() => {
          cancel()
          setIsAsking(false)
        }}
      />
      <SaveBar isChanged={form.isChanged} isBusy={isPending} label={phrase('Save Settings')} />
    </form>
  )
}

/** Focused after each attempt to save. */
function ErrorList({ messages, submitCount }: { messages: string[]; submitCount: number }) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (submitCount > 0) list.current?.focus()
  }, [submitCount])
  if (messages.length === 0) return null
  return (
    <div ref={list} role="alert" tabIndex={-1} className="border-s-3 border-danger bg-wash px-3 py-2 text-14">
      <p className="font-semibold">{phrase('Please fix the following errors:')}</p>
      <ul className="list-disc ps-5">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}
