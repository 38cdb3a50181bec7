import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AdminPage } from '#ui/office/AdminPage.tsx'
import { LoadState } from '#ui/office/LoadState.tsx'
import { Tabs } from '#ui/office/Tabs.tsx'
import { generalSettingsQuery, SETTINGS_LOAD_FAILURE } from '../edit-settings.functions.ts'
import { SettingsForm } from './SettingsForm.tsx'
import type { SettingsTab } from './settings-tab.ts'

const TABS = [
  { name: 'general', label: 'General' },
  { name: 'adsense', label: 'AdSense' },
  { name: 'newsletter', label: 'Newsletter' },
  { name: 'security', label: 'Security' },
] as const

type Props = {
  tab: SettingsTab
  onTab: (tab: SettingsTab) => void
  /** From other features. */
  adsense: ReactNode
  security: ReactNode
}

/** Spec §2. Keeps unsaved changes when the tab changes. */
export function SettingsTabs({ tab, onTab, adsense, security }: Props) {
  const general = useQuery(generalSettingsQuery)
  const isGeneral = tab === 'general' || tab === 'newsletter'
  return (
    <AdminPage title="Settings" text="The site's name, address, ads, newsletter and security.">
      <Tabs label="Settings" tabs={TABS} current={tab} onChange={onTab}>
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
                tab={tab === 'newsletter' ? 'newsletter' : 'general'}
              />
            )}
          </LoadState>
        </div>
        <div hidden={tab !== 'adsense'}>{adsense}</div>
        {tab === 'security' && security}
      </Tabs>
    </AdminPage>
  )
}
