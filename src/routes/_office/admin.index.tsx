import { createFileRoute } from '@tanstack/react-router'
import { dashboardQuery } from '#features/dashboard/dashboard.functions.ts'
import { Dashboard } from '#features/dashboard/office/Dashboard.tsx'

export const Route = createFileRoute('/_office/admin/')({
  loader: async ({ context: { queryClient, access } }) => {
    if (access.kind === 'allow') await queryClient.prefetchQuery({ ...dashboardQuery, retry: false })
  },
  head: () => ({ meta: [{ title: 'Dashboard | Admin' }] }),
  component: Dashboard,
})
