import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { categoryForm, MAX_CATEGORIES, MAX_CATEGORY_ROWS } from './rules/category-form.ts'
import {
  type CategoryOutcome,
  listCategoryRows,
  mergeCategories,
  moveCategory,
  saveCategory,
} from './server/categories.server.ts'

export const categoriesFailure = () => phrase('Failed to fetch categories')
export const saveCategoryFailure = () => phrase('Failed to save category')
export const moveCategoryFailure = () => phrase('Failed to move category')
export const mergeCategoriesFailure = () => phrase('Failed to merge categories')

const key = z.string().min(1).max(60)

const getCategories = createServerFn({ method: 'GET' })
  .middleware([requireCapability('categories.manage')])
  .handler(() => withUserMessage(categoriesFailure(), () => listCategoryRows(db())))

export const saveCategoryFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('categories.manage')])
  .validator(categoryForm.extend({ key: key.nullable() }))
  .handler(({ data, context }) =>
    withUserMessage(saveCategoryFailure(), () => saveCategory(db(), context.account, data)),
  )

export const moveCategoryFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('categories.manage')])
  .validator(z.object({ key, direction: z.enum(['up', 'down']) }))
  .handler(({ data, context }) =>
    withUserMessage(moveCategoryFailure(), () => moveCategory(db(), context.account, data)),
  )

export const mergeCategoriesFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('categories.manage')])
  .validator(z.object({ key, intoKey: key }))
  .handler(({ data, context }) =>
    withUserMessage(mergeCategoriesFailure(), () => mergeCategories(db(), context.account, data)),
  )

export const categoriesQuery = queryOptions({
  queryKey: ['admin', 'categories'],
  queryFn: () => getCategories(),
  staleTime: 0,
  meta: { tags: ['categories'] },
})

export const categoryErrors = (): Record<Exclude<CategoryOutcome['kind'], 'saved'>, string> => ({
  taken: phrase('Another category has this name, or was created with it'),
  'slug-taken': phrase('Enter another address: this one is taken, reserved, or has no Latin letters'),
  full: phrase('There can be {max} categories at most. Merge one first.', { max: MAX_CATEGORIES }),
  'used-up': phrase(
    'There can be {max} categories at most, merged ones included. Rename one that you no longer need.',
    { max: MAX_CATEGORY_ROWS },
  ),
  gone: phrase('The category no longer exists'),
  general: phrase('The category of all articles can be neither hidden nor merged'),
})
