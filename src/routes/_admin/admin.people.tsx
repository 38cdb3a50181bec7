import { createFileRoute } from '@tanstack/react-router'
import { PeopleScreen } from '#features/people/admin/PeopleScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/people')({
  head: () => ({ meta: [{ title: phrase('People | Admin') }] }),
  component: PeopleScreen,
})
