import { createFileRoute } from '@tanstack/react-router'
import { CategoriesScreen } from '#features/categories/admin/CategoriesScreen.tsx'

export const Route = createFileRoute('/_admin/admin/categories')({
  head: () => ({ meta: [{ title: 'Categories | Admin' }] }),
  component: CategoriesScreen,
})
