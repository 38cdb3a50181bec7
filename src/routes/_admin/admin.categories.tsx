import { createFileRoute } from '@tanstack/react-router'
import { CategoriesScreen } from '#features/categories/admin/CategoriesScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/categories')({
  head: () => ({ meta: [{ title: phrase('Categories | Admin') }] }),
  component: CategoriesScreen,
})
