import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_EMAIL_LENGTH } from '#kernel/email-address.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import type { StoredForm } from '#ui/admin/forms/useStoredForm.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { generalSettingsQuery, savePreferWww, settingSaveFailure } from '../edit-settings.functions.ts'
import type { PublicNames } from '../rules/decide-host.ts'
import type { GeneralSettings } from '../rules/general-settings.ts'
import {
  type AddressPreview,
  type NameChange,
  previewAddressChange,
} from '../rules/preview-address-change.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'
import { settingLabels } from './setting-labels.ts'

type Props = {
  form: StoredForm<GeneralSettings>
  change: NameChange
  timeZones: readonly string[]
}

/** Spec §2, Settings. */
export function GeneralTab({ form, change, timeZones }: Props) {
  const { field, values, base } = form
  return (
    <>
      <TextField label={settingLabels().site_name} maxLength={200} required {...field('site_name')} />
      <TextField
        label={settingLabels().contact_email}
        help={phrase('Shown on the contact page while it uses the built-in text.')}
        inputMode="email"
        autoComplete="off"
        maxLength={MAX_EMAIL_LENGTH}
        {...field('contact_email')}
      />
      <TextField
        label={settingLabels().custom_domain}
        help={<DomainHelp change={change} />}
        placeholder="news.example.org"
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={253}
        {...field('custom_domain')}
      />
      <PreferWww names={change.before} />
      <TextArea
        label={settingLabels().site_description}
        help={phrase('Search engines and shared links show its first 300 characters.')}
        rows={3}
        maxLength={1_000}
        {...field('site_description')}
      />
      <PlaceFields form={form} timeZones={timeZones} />
      <TextField
        label={settingLabels().facebook_url}
        placeholder="https://"
        inputMode="url"
        maxLength={2_000}
        {...field('facebook_url')}
      />
      <TextField
        label={settingLabels().twitter_url}
        placeholder="https://"
        inputMode="url"
        maxLength={2_000}
        {...field('twitter_url')}
      />
      <SettingSwitch
        form={form}
        name="feeds_full_text"
        label={settingLabels().feeds_full_text}
        help={phrase(
          'Feed readers show the full text of your articles. Articles from a source keep their summary and link, since their text belongs to the source.',
        )}
      />
      <SettingSwitch
        form={form}
        name="feed_images"
        label={settingLabels().feed_images}
        help={phrase(
          'This server fetches and resizes them, so readers do not contact other sites. Make sure that you may show them.',
        )}
      />
      <SettingSwitch
        form={form}
        name="maintenance_mode"
        label={settingLabels().maintenance_mode}
        help={phrase(
          'When on, visitors see a maintenance page. People with access to the admin area see the site when they are signed in.',
        )}
      />
      {values.maintenance_mode === 'true' && (
        <p role="status" className="border-s-3 border-caution bg-wash px-3 py-2 text-14">
          <strong>
            {base.maintenance_mode === 'true'
              ? phrase('Maintenance mode is on.')
              : phrase('Maintenance mode will be on once you save.')}
          </strong>{' '}
          {phrase('Visitors see a maintenance page instead of the site.')}
        </p>
      )}
    </>
  )
}

function DomainHelp({ change }: { change: NameChange }) {
  const preview = previewAtCurrentHost(change)
  const warning = addressWarning(preview)
  return (
    <>
      {phrase('The address of the site in shared links.')}{' '}
      {preview.isUnusable && (
        <strong className="text-caution">
          {phrase('This is not a public domain, so it will not be used.')}{' '}
        </strong>
      )}
      {preview.shareOrigin
        ? phrase('Shared links use {origin}.', { origin: preview.shareOrigin })
        : phrase('The site has no public address yet.')}{' '}
      {preview.origin && preview.origin !== preview.shareOrigin && (
        <>
          {phrase("Feeds, emails and search engines use {origin}, the server's SITE_URL.", {
            origin: preview.origin,
          })}{' '}
        </>
      )}
      {warning && <strong className="text-caution">{warning}</strong>}
    </>
  )
}

/** Saved on its own, after a confirmation. */
function PreferWww({ names }: { names: PublicNames }) {
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
      void showToast({
        title: phrase('Setting Updated'),
        text: phrase('Prefer www has been updated successfully'),
      })
    },
    onError: (error) => showFailure(error, settingSaveFailure()),
    onSettled: () => setIsAsking(false),
  })
  const preview = previewAtCurrentHost({ names: { ...names, preferWww: !preferWww }, before: names })
  return (
    <>
      <Switch
        label={phrase('Prefer www')}
        help={phrase(
          'Redirects readers to the address with www when on, without www when off. Saved immediately.',
        )}
        checked={preferWww}
        onChange={() => setIsAsking(true)}
      />
      <ConfirmDialog
        title={
          preferWww
            ? phrase('Redirect readers to the address without www?')
            : phrase('Redirect readers to the address with www?')
        }
        text={
          preview.origin
            ? phrase('Links will use {origin}, and readers are redirected there. {warning}', {
                origin: preview.origin,
                warning: addressWarning(preview) ?? '',
              })
            : phrase('The site has no public address yet. This setting takes effect when it has one.')
        }
        confirmLabel={phrase('Change Address')}
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

export function previewAtCurrentHost(change: NameChange): AddressPreview {
  const { host, protocol } = location
  return previewAddressChange(change, { host, scheme: protocol === 'https:' ? 'https' : 'http' })
}

export function addressWarning({ here, endsSessions }: AddressPreview): string | null {
  const { host } = location
  const lines = []
  if (here.kind === 'refused')
    lines.push(
      phrase(
        'This server will no longer respond at {host}. Make sure that you can reach it at another address.',
        { host },
      ),
    )
  if (here.kind === 'redirected')
    lines.push(
      phrase(
        'Requests to {host}, including yours, will be redirected to {to}. Make sure that this server can be reached there.',
        { host, to: here.to },
      ),
    )
  if (endsSessions)
    lines.push(
      phrase('Saving signs out all users, including you, because the site switches between http and https.'),
    )
  return lines.join(' ') || null
}
