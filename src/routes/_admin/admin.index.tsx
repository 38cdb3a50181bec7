import { createFileRoute } from '@tanstack/react-router'
import { hasCapability } from '#features/access/rules/access.ts'
import { Dashboard } from '#features/dashboard/admin/Dashboard.tsx'
import { dashboardQuery } from '#features/dashboard/dashboard.functions.ts'
import { myWorkQuery } from '#features/desk/desk.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/')({
  loader: async ({ context: { queryClient, access, account } }) => {
    if (access.kind !== 'allow' || !account) return
    const hasDrafts = hasCapability(account, 'article.write')
    await Promise.all([
      queryClient.prefetchQuery({ ...dashboardQuery, retry: false }),
      hasDrafts && queryClient.prefetchQuery({ ...myWorkQuery, retry: false }),
    ])
  },
  head: () => ({ meta: [{ title: phrase('Dashboard | Admin') }] }),
  component: Dashboard,
})
