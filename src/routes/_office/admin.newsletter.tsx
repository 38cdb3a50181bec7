import { createFileRoute } from '@tanstack/react-router'
import { NewsletterScreen } from '#features/newsletter/admin/NewsletterScreen.tsx'

/** `/admin/newsletter`: the subscribers. */
export const Route = createFileRoute('/_office/admin/newsletter')({
  validateSearch: ({ q }: Record<string, unknown>) => ({ q: typeof q === 'string' && q ? q : undefined }),
  head: () => ({ meta: [{ title: 'Newsletter | Admin' }] }),
  component: Newsletter,
})

function Newsletter() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const search = (text: string) =>
    void navigate({ search: { q: text || undefined }, replace: true, resetScroll: false })
  return <NewsletterScreen q={q} onSearch={search} />
}
