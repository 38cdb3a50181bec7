import { useQuery } from '@tanstack/react-query'
import { useCapability } from '#features/access/admin/useCapability.ts'
import type { Capability } from '#features/access/rules/access.ts'
import { SecurityPanel } from '#features/accounts/admin/SecurityPanel.tsx'
import { PortraitField } from '#features/media/admin/PortraitField.tsx'
import { NewsroomSettings, PublishCheckSettings } from '#features/publishing/admin/NewsroomSettings.tsx'
import { WritingSettings } from '#features/publishing/admin/WritingSettings.tsx'
import { AdSettingsForm } from '#features/site/admin/AdSettingsForm.tsx'
import { SettingsForm } from '#features/site/admin/SettingsForm.tsx'
import { generalSettingsQuery, settingsLoadFailure } from '#features/site/edit-settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'

/** `name` is the parameter `tab` (spec §2). */
const settingsTabs = () =>
  [
    { name: 'general', label: phrase('General'), capability: 'settings.manage' },
    { name: 'adsense', label: 'AdSense', capability: 'ads.manage' },
    { name: 'newsletter', label: phrase('Newsletter'), capability: 'settings.manage' },
    { name: 'writing', label: phrase('Writing'), capability: 'article.write' },
    { name: 'security', label: phrase('Security'), capability: 'admin.open' },
  ] as const satisfies readonly { name: string; label: string; capability: Capability }[]

type SettingsTab = ReturnType<typeof settingsTabs>[number]['name']

type Props = { tab: string | undefined; defaultTab: SettingsTab; onTab: (tab: SettingsTab) => void }

/** Spec §2. Keeps unsaved changes when the tab changes. */
export function SettingsScreen({ tab, defaultTab, onTab }: Props) {
  const can = useCapability()
  const tabs = settingsTabs().filter(({ capability }) => can(capability))
  const managesSite = can('settings.manage')
  const general = useQuery({ ...generalSettingsQuery, enabled: managesSite })
  const wanted = settingsTabs().find(({ name }) => name === tab)?.name ?? defaultTab
  const current = tabs.find(({ name }) => name === wanted)?.name ?? 'security'
  const isGeneral = current === 'general' || current === 'newsletter'
  return (
    <AdminPage
      title={phrase('Settings')}
      text={
        managesSite
          ? phrase("The site's name, address, ads, newsletter and security.")
          : phrase('The security of your account.')
      }
    >
      <Tabs label={phrase('Settings')} tabs={tabs} current={current} onChange={onTab}>
        {managesSite && (
          <div hidden={!isGeneral}>
            <LoadState
              query={general}
              failure={settingsLoadFailure()}
              loading={<p role="status">{phrase('Loading settings…')}</p>}
            >
              {(stored) => (
                <SettingsForm
                  stored={stored.general}
                  preferWww={stored.www.values.prefer_www === 'true'}
                  siteUrl={stored.siteUrl}
                  timeZones={stored.timeZones}
                  tab={current === 'newsletter' ? 'newsletter' : 'general'}
                />
              )}
            </LoadState>
          </div>
        )}
        {managesSite && current === 'general' && (
          <>
            <NewsroomSettings />
            <PublishCheckSettings />
          </>
        )}
        {can('ads.manage') && (
          <div hidden={current !== 'adsense'}>
            <AdSettingsForm />
          </div>
        )}
        {current === 'writing' && <WritingSettings />}
        {current === 'security' && <SecurityPanel portrait={<PortraitField />} />}
      </Tabs>
    </AdminPage>
  )
}
