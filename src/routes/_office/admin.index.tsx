import { createFileRoute } from '@tanstack/react-router'
import { hasCapability } from '#features/accounts/rules/access.ts'
import { dashboardQuery } from '#features/dashboard/dashboard.functions.ts'
import { Dashboard } from '#features/dashboard/office/Dashboard.tsx'
import { myWorkQuery } from '#features/desk/desk.functions.ts'

export const Route = createFileRoute('/_office/admin/')({
  loader: async ({ context: { queryClient, access, account } }) => {
    if (access.kind !== 'allow' || !account) return
    const hasDrafts = hasCapability(account, 'article.write')
    await Promise.all([
      queryClient.prefetchQuery({ ...dashboardQuery, retry: false }),
      hasDrafts && queryClient.prefetchQuery({ ...myWorkQuery, retry: false }),
    ])
  },
  head: () => ({ meta: [{ title: 'Dashboard | Admin' }] }),
  component: Dashboard,
})
