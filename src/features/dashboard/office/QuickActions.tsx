import { FileText, Mail, Megaphone, Newspaper, RefreshCw, Settings } from 'lucide-react'
import { useCapability } from '#features/accounts/office/useCapability.ts'
import { RefreshReport, useRefresh } from '#features/feeds/office/useRefresh.tsx'
import { Button } from '#ui/office/Button.tsx'
import { DashboardPanel, ScreenLink } from './DashboardPanel.tsx'

/** Spec §2, Admin dashboard. */
export function QuickActions() {
  const { start, busy, outcome, dismiss } = useRefresh()
  const can = useCapability()
  return (
    <DashboardPanel title="Quick Actions">
      <div className="grid grid-cols-2 gap-2 p-4 lg:grid-cols-3">
        <ScreenLink to="/admin/articles">
          <Newspaper aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Manage Articles
        </ScreenLink>
        {can('settings.manage') && (
          <ScreenLink to="/admin/settings">
            <Settings aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Site Settings
          </ScreenLink>
        )}
        {can('feeds.manage') && (
          <Button onClick={() => start()} isBusy={busy.has('all')} busyText="Refreshing...">
            <RefreshCw aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Refresh Content
          </Button>
        )}
        {can('ads.manage') && (
          <ScreenLink to="/admin/adsense">
            <Megaphone aria-hidden size={16} className="shrink-0 max-sm:hidden" /> AdSense Setup
          </ScreenLink>
        )}
        {can('newsletter.manage') && (
          <ScreenLink to="/admin/newsletter">
            <Mail aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Newsletter
          </ScreenLink>
        )}
        {can('pages.manage') && (
          <ScreenLink to="/admin/pages">
            <FileText aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Page Editor
          </ScreenLink>
        )}
      </div>
      {outcome && <RefreshReport outcome={outcome} onClose={dismiss} />}
    </DashboardPanel>
  )
}
