import { createFileRoute } from '@tanstack/react-router'
import { TopicsScreen } from '#features/topics/admin/TopicsScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/topics')({
  head: () => ({ meta: [{ title: phrase('Topics | Admin') }] }),
  component: TopicsScreen,
})
