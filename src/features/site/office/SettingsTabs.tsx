import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCapability } from '#features/accounts/office/useCapability.ts'
import { AdminPage } from '#ui/office/AdminPage.tsx'
import { LoadState } from '#ui/office/LoadState.tsx'
import { Tabs } from '#ui/office/Tabs.tsx'
import { generalSettingsQuery, SETTINGS_LOAD_FAILURE } from '../edit-settings.functions.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { listSettingsTabs, type SettingsTab } from './settings-tab.ts'

type Props = {
  tab: SettingsTab
  onTab: (tab: SettingsTab) => void
  /** From other features. */
  newsroom: ReactNode
  adsense: ReactNode
  security: ReactNode
}

/** Spec §2. Keeps unsaved changes when the tab changes. */
export function SettingsTabs({ tab, onTab, newsroom, adsense, security }: Props) {
  const can = useCapability()
  const tabs = listSettingsTabs(can)
  const managesSite = can('settings.manage')
  const general = useQuery({ ...generalSettingsQuery, enabled: managesSite })
  const current = tabs.some(({ name }) => name === tab) ? tab : 'security'
  const isGeneral = current === 'general' || current === 'newsletter'
  return (
    <AdminPage
      title="Settings"
      text={
        managesSite
          ? "The site's name, address, ads, newsletter and security."
          : 'The security of your account.'
      }
    >
      <Tabs label="Settings" tabs={tabs} current={current} onChange={onTab}>
        {managesSite && (
          <div hidden={!isGeneral}>
            <LoadState
              query={general}
              failure={SETTINGS_LOAD_FAILURE}
              loading={<p role="status">Loading settings...</p>}
            >
              {(stored) => (
                <SettingsForm
                  stored={stored.general}
                  preferWww={stored.www.values.prefer_www === 'true'}
                  siteUrl={stored.siteUrl}
                  tab={current === 'newsletter' ? 'newsletter' : 'general'}
                />
              )}
            </LoadState>
          </div>
        )}
        {managesSite && current === 'general' && newsroom}
        {can('ads.manage') && <div hidden={current !== 'adsense'}>{adsense}</div>}
        {current === 'security' && security}
      </Tabs>
    </AdminPage>
  )
}
