import { createFileRoute } from '@tanstack/react-router'
import { PhrasesScreen } from '#features/phrases/admin/PhrasesScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/phrases')({
  head: () => ({ meta: [{ title: phrase('Phrases | Admin') }] }),
  component: PhrasesScreen,
})
