import { createFileRoute } from '@tanstack/react-router'
import { PageEditor } from '#features/site/admin/PageEditor.tsx'
import { STATIC_PAGE_NAMES, STATIC_PAGES } from '#features/site/rules/static-page.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/pages')({
  validateSearch: ({ page }: Record<string, unknown>) => ({
    page: STATIC_PAGE_NAMES.find((name) => name === page),
  }),
  head: ({ match }) => ({
    meta: [
      {
        title: phrase('{title} | Page Editor | Admin', {
          title: STATIC_PAGES[match.search.page ?? 'contact'].title,
        }),
      },
    ],
  }),
  component: () => <PageEditor name={Route.useSearch().page ?? 'contact'} />,
})
