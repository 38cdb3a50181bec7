import { createFileRoute } from '@tanstack/react-router'
import { LookScreen } from '#features/looks/admin/LookScreen.tsx'

export const Route = createFileRoute('/_admin/admin/look')({
  head: () => ({ meta: [{ title: 'Look | Admin' }] }),
  component: LookScreen,
})
