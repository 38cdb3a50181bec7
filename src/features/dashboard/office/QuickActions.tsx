import { FileText, Mail, Megaphone, Newspaper, RefreshCw, Settings } from 'lucide-react'
import { Button } from '#ui/office/Button.tsx'
import { Panel } from './DashboardPanel.tsx'
import { OfficeLink } from './OfficeLink.tsx'
import { RefreshOutcome } from './RefreshOutcome.tsx'
import { useRefreshContent } from './useRefreshContent.ts'

/** What is mostly done next (spec §2, Admin dashboard). */
export function QuickActions() {
  const { refresh, isBusy, report } = useRefreshContent()
  return (
    <Panel title="Quick Actions">
      <div className="grid grid-cols-2 gap-2 p-4 lg:grid-cols-3">
        <OfficeLink to="/admin/articles">
          <Newspaper aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Manage Articles
        </OfficeLink>
        <OfficeLink to="/admin/settings">
          <Settings aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Site Settings
        </OfficeLink>
        <Button onClick={refresh} isBusy={isBusy} busyText="Refreshing...">
          <RefreshCw aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Refresh Content
        </Button>
        <OfficeLink to="/admin/adsense">
          <Megaphone aria-hidden size={16} className="shrink-0 max-sm:hidden" /> AdSense Setup
        </OfficeLink>
        <OfficeLink to="/admin/newsletter">
          <Mail aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Newsletter
        </OfficeLink>
        <OfficeLink to="/admin/pages">
          <FileText aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Page Editor
        </OfficeLink>
      </div>
      <div role="status">{report && !isBusy && <RefreshOutcome report={report} />}</div>
    </Panel>
  )
}
