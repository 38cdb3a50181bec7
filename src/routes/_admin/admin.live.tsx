import { createFileRoute } from '@tanstack/react-router'
import { LiveDesk } from '#features/live/admin/LiveDesk.tsx'
import { LiveScreen } from '#features/live/admin/LiveScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

/** The list or, with `?article=`, the desk of an article. */
export const Route = createFileRoute('/_admin/admin/live')({
  validateSearch: ({ article }: Record<string, unknown>): { article?: string } =>
    typeof article === 'string' ? { article } : {},
  head: () => ({ meta: [{ title: phrase('Live | Admin') }] }),
  component: Live,
})

function Live() {
  const { article } = Route.useSearch()
  return article ? <LiveDesk key={article} id={article} /> : <LiveScreen />
}
