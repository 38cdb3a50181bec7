import { createFileRoute } from '@tanstack/react-router'
import { ImportScreen } from '#features/imports/admin/ImportScreen.tsx'

export const Route = createFileRoute('/_admin/admin/import')({
  head: () => ({ meta: [{ title: 'Import | Admin' }] }),
  component: ImportScreen,
})
