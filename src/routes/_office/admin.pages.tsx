import { createFileRoute } from '@tanstack/react-router'
import { PageEditor } from '#features/site/office/PageEditor.tsx'
import { STATIC_PAGE_NAMES } from '#features/site/rules/static-page.ts'

export const Route = createFileRoute('/_office/admin/pages')({
  validateSearch: ({ page }: Record<string, unknown>) => ({
    page: STATIC_PAGE_NAMES.find((name) => name === page),
  }),
  head: () => ({ meta: [{ title: 'Page Editor | Admin' }] }),
  component: () => <PageEditor name={Route.useSearch().page ?? 'contact'} />,
})
