import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '#features/audit-log/admin/AuditScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

export const Route = createFileRoute('/_admin/admin/audit')({
  validateSearch: ({ person, kind, day }: Record<string, unknown>) => ({
    person: text(person),
    kind: text(kind),
    day: text(day),
  }),
  head: () => ({ meta: [{ title: phrase('Audit log | Admin') }] }),
  component: Audit,
})

function Audit() {
  const { person = '', kind = '', day = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AuditScreen
      filter={{ person, kind, day }}
      onFilter={(filter) =>
        void navigate({
          search: {
            person: text(filter.person),
            kind: text(filter.kind),
            day: text(filter.day),
          },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
