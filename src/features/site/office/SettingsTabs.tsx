import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { AdminPage } from '#ui/office/AdminPage.tsx'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { Tabs } from '#ui/office/Tabs.tsx'
import { generalSettingsQuery } from '../edit-settings.functions.ts'
import type { GeneralSettings } from '../rules/general-settings.ts'
import type { StoredSettings } from '../server/save-settings.server.ts'
import { GeneralTab } from './GeneralTab.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SETTING_LABELS } from './setting-labels.ts'
import type { SettingsTab } from './settings-tab.ts'
import { useStoredForm } from './useStoredForm.ts'

const TABS = [
  { name: 'general', label: 'General' },
  { name: 'adsense', label: 'AdSense' },
  { name: 'newsletter', label: 'Newsletter' },
  { name: 'security', label: 'Security' },
] as const

type Props = {
  tab: SettingsTab
  onTab: (tab: SettingsTab) => void
  /** The tabs that other features draw. */
  adsense: ReactNode
  security: ReactNode
}

/** The settings in four tabs (spec §2). What was typed in one stays while another is looked at. */
export function SettingsTabs({ tab, onTab, adsense, security }: Props) {
  const { data, error, refetch } = useQuery(generalSettingsQuery)
  const isGeneral = tab === 'general' || tab === 'newsletter'
  return (
    <AdminPage title="Settings" text="What the paper is called, where it stands, and what it shows.">
      <Tabs label="Settings" tabs={TABS} current={tab} onChange={onTab}>
        {!data && isGeneral && !error && <p role="status">Loading settings...</p>}
        {!data && isGeneral && error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
        {data && (
          <div hidden={!isGeneral}>
            <General
              stored={data.general}
              preferWww={data.www.values.prefer_www === 'true'}
              siteUrl={data.siteUrl}
              isNewsletter={tab === 'newsletter'}
            />
          </div>
        )}
        <div hidden={tab !== 'adsense'}>{adsense}</div>
        {tab === 'security' && security}
      </Tabs>
    </AdminPage>
  )
}

type GeneralProps = {
  stored: StoredSettings<GeneralSettings>
  preferWww: boolean
  siteUrl: string | undefined
  isNewsletter: boolean
}

function General({ stored, preferWww, siteUrl, isNewsletter }: GeneralProps) {
  const [isSaving, setIsSaving] = useState(false)
  const form = useStoredForm(stored.values, isSaving)
  const namesWith = ({ custom_domain }: GeneralSettings) => ({
    siteUrl,
    preferWww,
    customDomain: custom_domain,
  })
  const change = { names: namesWith(form.typed), before: namesWith(form.base) }
  return (
    <>
      <LeaveGuard isChanged={form.isChanged} />
      <SettingsForm form={form} changedBy={stored.changedBy} change={change} onSaving={setIsSaving}>
        {(errors) =>
          isNewsletter ? (
            <Switch
              label={SETTING_LABELS.newsletter_enabled}
              help="Shows the signup form on the homepage. When off, nobody can subscribe."
              checked={form.typed.newsletter_enabled === 'true'}
              onChange={({ target }) => form.set('newsletter_enabled', String(target.checked))}
            />
          ) : (
            <GeneralTab form={form} errors={errors} change={change} />
          )
        }
      </SettingsForm>
    </>
  )
}
