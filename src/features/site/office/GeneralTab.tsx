import type { ReactNode } from 'react'
import { Switch } from '#ui/office/Switch.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import type { FieldError, GeneralSetting, GeneralSettings } from '../rules/general-settings.ts'
import type { NameChange } from './address-here.ts'
import { DomainHelp } from './DomainHelp.tsx'
import { PreferWww } from './PreferWww.tsx'
import { SETTING_LABELS } from './setting-labels.ts'
import type { StoredForm } from './useStoredForm.ts'

type Props = {
  form: StoredForm<GeneralSettings>
  errors: readonly FieldError[]
  /** What the domain that is typed would change. */
  change: NameChange
}

/** What the paper is called and where it stands (spec §2, Settings). */
export function GeneralTab({ form, errors, change }: Props) {
  const { typed, base } = form
  const field = (name: GeneralSetting, help?: ReactNode) => ({
    label: SETTING_LABELS[name],
    help,
    error: errors.find((error) => error.name === name)?.message,
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => form.set(name, target.value),
  })
  return (
    <>
      <TextField {...field('site_name')} maxLength={200} required />
      <TextField
        {...field('contact_email', 'Shown on the contact page, as long as that has its built-in text.')}
        inputMode="email"
        autoComplete="off"
        maxLength={254}
      />
      <TextField
        {...field('custom_domain', <DomainHelp change={change} />)}
        placeholder="news.example.org"
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={253}
      />
      <PreferWww names={change.before} />
      <TextArea
        {...field('site_description', 'Search engines and shared links show its first 300 characters.')}
        rows={3}
        maxLength={1_000}
      />
      <TextField {...field('facebook_url')} placeholder="https://" inputMode="url" maxLength={2_000} />
      <TextField {...field('twitter_url')} placeholder="https://" inputMode="url" maxLength={2_000} />
      <Switch
        label={SETTING_LABELS.maintenance_mode}
        help="When on, visitors see a maintenance page. Administrators who are signed in see the site."
        checked={typed.maintenance_mode === 'true'}
        onChange={({ target }) => form.set('maintenance_mode', String(target.checked))}
      />
      {typed.maintenance_mode === 'true' && (
        <p role="status" className="border-s-3 border-caution bg-wash px-3 py-2 text-14">
          <strong>Maintenance mode is on{base.maintenance_mode === 'true' ? '' : ' once you save'}.</strong>{' '}
          Visitors see a maintenance page instead of the site.
        </p>
      )}
    </>
  )
}
