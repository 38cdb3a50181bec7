import { createFileRoute } from '@tanstack/react-router'
import { TopicsScreen } from '#features/topics/admin/TopicsScreen.tsx'

export const Route = createFileRoute('/_admin/admin/topics')({
  head: () => ({ meta: [{ title: 'Topics | Admin' }] }),
  component: TopicsScreen,
})
