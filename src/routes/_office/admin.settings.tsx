import { createFileRoute } from '@tanstack/react-router'
import { SecurityPanel } from '#features/accounts/office/SecurityPanel.tsx'
import { NewsroomSettings } from '#features/newsroom/office/NewsroomSettings.tsx'
import { PublishCheckSettings } from '#features/newsroom/office/PublishCheckSettings.tsx'
import { AdSettingsForm } from '#features/site/office/AdSettingsForm.tsx'
import { SettingsTabs } from '#features/site/office/SettingsTabs.tsx'
import { readSettingsTab } from '#features/site/office/settings-tab.ts'

/** The default tab is "general". */
export const Route = createFileRoute('/_office/admin/settings')({
  validateSearch: ({ tab }: Record<string, unknown>) => ({ tab: typeof tab === 'string' ? tab : undefined }),
  head: () => ({ meta: [{ title: 'Settings | Admin' }] }),
  component: Settings,
})

function Settings() {
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SettingsTabs
      tab={readSettingsTab(tab, 'general')}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      newsroom={
        <>
          <NewsroomSettings />
          <PublishCheckSettings />
        </>
      }
      adsense={<AdSettingsForm />}
      security={<SecurityPanel />}
    />
  )
}
