import { createFileRoute } from '@tanstack/react-router'
import { LookScreen } from '#features/looks/admin/LookScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/look')({
  head: () => ({ meta: [{ title: phrase('Look | Admin') }] }),
  component: LookScreen,
})
