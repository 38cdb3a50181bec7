import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { categoryForm, MAX_CATEGORIES } from './rules/category-form.ts'
import {
  type CategoryOutcome,
  listCategoryRows,
  mergeCategories,
  moveCategory,
  saveCategory,
} from './server/categories.server.ts'

export const CATEGORIES_FAILURE = 'Failed to fetch categories'
export const SAVE_CATEGORY_FAILURE = 'Failed to save category'
export const MOVE_CATEGORY_FAILURE = 'Failed to move category'
export const MERGE_CATEGORIES_FAILURE = 'Failed to merge categories'

const key = z.string().min(1).max(60)

const getCategories = createServerFn({ method: 'GET' })
  .middleware([requireCapability('categories.manage')])
  .handler(() => withUserMessage(CATEGORIES_FAILURE, () => listCategoryRows(db())))

export const saveCategoryFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('categories.manage')])
  .validator(categoryForm.extend({ key: key.nullable() }))
  .handler(({ data, context }) =>
    withUserMessage(SAVE_CATEGORY_FAILURE, () => saveCategory(db(), context.account, data)),
  )

export const moveCategoryFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('categories.manage')])
  .validator(z.object({ key, direction: z.enum(['up', 'down']) }))
  .handler(({ data, context }) =>
    withUserMessage(MOVE_CATEGORY_FAILURE, () => moveCategory(db(), context.account, data)),
  )

export const mergeCategoriesFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('categories.manage')])
  .validator(z.object({ key, intoKey: key }))
  .handler(({ data, context }) =>
    withUserMessage(MERGE_CATEGORIES_FAILURE, () => mergeCategories(db(), context.account, data)),
  )

export const categoriesQuery = queryOptions({
  queryKey: ['admin', 'categories'],
  queryFn: () => getCategories(),
  staleTime: 0,
  meta: { tags: ['categories'] },
})

export const CATEGORY_ERRORS: Record<Exclude<CategoryOutcome['kind'], 'saved'>, string> = {
  taken: 'Another category has this name, or was created with it',
  'slug-taken': 'Enter another address: this one is taken, reserved, or has no Latin letters',
  full: `There can be ${MAX_CATEGORIES} categories at most. Merge one first.`,
  gone: 'The category no longer exists',
  general: 'The category of all articles can be neither hidden nor merged',
}
