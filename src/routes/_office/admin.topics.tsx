import { createFileRoute } from '@tanstack/react-router'
import { TopicsScreen } from '#features/topics/office/TopicsScreen.tsx'

export const Route = createFileRoute('/_office/admin/topics')({
  head: () => ({ meta: [{ title: 'Topics | Admin' }] }),
  component: TopicsScreen,
})
