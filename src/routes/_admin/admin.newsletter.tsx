import { createFileRoute } from '@tanstack/react-router'
import { NewsletterScreen } from '#features/newsletter/admin/NewsletterScreen.tsx'
import { isNewsletterTab } from '#features/newsletter/admin/newsletter-tabs.ts'
import { EMAIL_TEMPLATES } from '#kernel/campaign-states.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/newsletter')({
  validateSearch: ({ q, tab, template }: Record<string, unknown>) => ({
    q: typeof q === 'string' && q ? q : undefined,
    tab: isNewsletterTab(tab) && tab !== 'subscribers' ? tab : undefined,
    template: EMAIL_TEMPLATES.find((name) => name === template),
  }),
  head: () => ({ meta: [{ title: phrase('Newsletter | Admin') }] }),
  component: Newsletter,
})

function Newsletter() {
  const { q = '', tab = 'subscribers', template } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <NewsletterScreen
      q={q}
      tab={tab}
      template={template}
      onSearch={(text) =>
        void navigate({
          search: (before) => ({ ...before, q: text || undefined }),
          replace: true,
          resetScroll: false,
        })
      }
      onTab={(next, chosen) =>
        void navigate({
          search: { q: q || undefined, tab: next === 'subscribers' ? undefined : next, template: chosen },
          resetScroll: false,
        })
      }
    />
  )
}
