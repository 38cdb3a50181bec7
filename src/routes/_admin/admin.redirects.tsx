import { createFileRoute } from '@tanstack/react-router'
import { RedirectsScreen } from '#features/redirects/admin/RedirectsScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

export const Route = createFileRoute('/_admin/admin/redirects')({
  validateSearch: ({ q }: Record<string, unknown>) => ({ q: text(q) }),
  head: () => ({ meta: [{ title: phrase('Redirects | Admin') }] }),
  component: Redirects,
})

function Redirects() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RedirectsScreen
      q={q}
      onSearch={(q) => void navigate({ search: { q: text(q) }, replace: true, resetScroll: false })}
    />
  )
}
