import { createFileRoute } from '@tanstack/react-router'
import { PeopleScreen } from '#features/people/admin/PeopleScreen.tsx'

export const Route = createFileRoute('/_admin/admin/people')({
  head: () => ({ meta: [{ title: 'People | Admin' }] }),
  component: PeopleScreen,
})
