import { TextArea } from '#ui/office/TextArea.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import type { StoredForm } from '#ui/office/useStoredForm.ts'
import type { GeneralSettings } from '../rules/general-settings.ts'
import type { NameChange } from './address-here.ts'
import { DomainHelp } from './DomainHelp.tsx'
import { PreferWww } from './PreferWww.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'
import { SETTING_LABELS as LABELS } from './setting-labels.ts'

type Props = {
  form: StoredForm<GeneralSettings>
  /** The effect of the custom domain in the form. */
  change: NameChange
}

/** The fields of the General tab (spec §2, Settings). */
export function GeneralTab({ form, change }: Props) {
  const { field, values, base } = form
  return (
    <>
      <TextField label={LABELS.site_name} maxLength={200} required {...field('site_name')} />
      <TextField
        label={LABELS.contact_email}
        help="Shown on the contact page, as long as that has its built-in text."
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...field('contact_email')}
      />
      <TextField
        label={LABELS.custom_domain}
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
        label={LABELS.site_description}
        help="Search engines and shared links show its first 300 characters."
        rows={3}
        maxLength={1_000}
        {...field('site_description')}
      />
      <TextField
        label={LABELS.facebook_url}
        placeholder="https://"
        inputMode="url"
        maxLength={2_000}
        {...field('facebook_url')}
      />
      <TextField
        label={LABELS.twitter_url}
        placeholder="https://"
        inputMode="url"
        maxLength={2_000}
        {...field('twitter_url')}
      />
      <SettingSwitch
        form={form}
        name="maintenance_mode"
        label={LABELS.maintenance_mode}
        help="When on, visitors see a maintenance page. Administrators who are signed in see the site."
      />
      {values.maintenance_mode === 'true' && (
        <p role="status" className="border-s-3 border-caution bg-wash px-3 py-2 text-14">
          <strong>Maintenance mode is on{base.maintenance_mode === 'true' ? '' : ' once you save'}.</strong>{' '}
          Visitors see a maintenance page instead of the site.
        </p>
      )}
    </>
  )
}
