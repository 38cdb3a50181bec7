import { createFileRoute } from '@tanstack/react-router'
import { ExportScreen } from '#features/exports/admin/ExportScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

export const Route = createFileRoute('/_admin/admin/export')({
  validateSearch: ({ person }: Record<string, unknown>) => ({ person: text(person) }),
  head: () => ({ meta: [{ title: phrase('Export | Admin') }] }),
  component: Export,
})

function Export() {
  const { person } = Route.useSearch()
  return <ExportScreen personId={person} />
}
