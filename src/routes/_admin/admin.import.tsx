import { createFileRoute } from '@tanstack/react-router'
import { ImportScreen } from '#features/imports/admin/ImportScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/import')({
  head: () => ({ meta: [{ title: phrase('Import | Admin') }] }),
  component: ImportScreen,
})
