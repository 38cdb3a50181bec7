import {
  ChartLine,
  ClipboardList,
  FileText,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Newspaper,
  Rss,
  Settings,
  Users,
} from 'lucide-react'

/** Spec §2, Admin shell, and further sections. */
export const SECTIONS: readonly { to: string; label: string; Icon: LucideIcon }[] = [
  { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/admin/articles', label: 'Articles', Icon: Newspaper },
  { to: '/admin/analytics', label: 'Analytics', Icon: ChartLine },
  { to: '/admin/users', label: 'Users', Icon: Users },
  { to: '/admin/newsletter', label: 'Newsletter', Icon: Mail },
  { to: '/admin/settings', label: 'Settings', Icon: Settings },
  { to: '/admin/pages', label: 'Pages', Icon: FileText },
  { to: '/admin/feeds', label: 'Feeds', Icon: Rss },
  { to: '/admin/audit', label: 'Audit log', Icon: ClipboardList },
]
