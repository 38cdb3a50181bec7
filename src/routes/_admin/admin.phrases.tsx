import { createFileRoute } from '@tanstack/react-router'
import { PhrasesScreen } from '#features/phrases/admin/PhrasesScreen.tsx'

export const Route = createFileRoute('/_admin/admin/phrases')({
  head: () => ({ meta: [{ title: 'Phrases | Admin' }] }),
  component: PhrasesScreen,
})
