import { createFileRoute } from '@tanstack/react-router'
import { Dashboard } from '#features/dashboard/admin/Dashboard.tsx'
import { dashboardQuery } from '#features/dashboard/dashboard.functions.ts'

/** `/admin`: the dashboard. */
export const Route = createFileRoute('/_office/admin/')({
  loader: ({ context: { queryClient, entry } }) => {
    if (entry.kind === 'enter') void queryClient.prefetchQuery(dashboardQuery)
  },
  component: Dashboard,
})
