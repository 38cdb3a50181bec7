import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#features/shell/admin/SettingsScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/settings')({
  validateSearch: ({ tab }: Record<string, unknown>) => ({ tab: typeof tab === 'string' ? tab : undefined }),
  head: () => ({ meta: [{ title: phrase('Settings | Admin') }] }),
  component: Settings,
})

function Settings() {
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SettingsScreen
      tab={tab}
      defaultTab="general"
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
    />
  )
}
