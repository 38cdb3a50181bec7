import { useQueryClient } from '@tanstack/react-query'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { GENERAL_CATEGORY } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { SaveDialog } from '#ui/admin/forms/SaveDialog.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import {
  categoriesQuery,
  categoryErrors,
  saveCategoryFailure,
  saveCategoryFn,
} from '../categories.functions.ts'
import { type CategoryForm, categoryForm, EMPTY_CATEGORY } from '../rules/category-form.ts'
import type { CategoryRow } from '../server/categories.server.ts'

/** @param props.category undefined for a new one */
export function CategoryDialog({
  category,
  onClose,
}: {
  category: CategoryRow | undefined
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { name, slug, description, colour, isInMenu, isHidden } = category ?? EMPTY_CATEGORY
  const form = useUnsentForm(categoryForm, {
    name: `category:${category?.key ?? 'new'}`,
    defaultValues: { name, slug, description, colour, isInMenu, isHidden },
  })
  const mutation = useCancellableMutation({
    mutationFn: (typed: CategoryForm, signal) =>
      saveCategoryFn({ data: { key: category?.key ?? null, ...typed }, signal }),
    onSuccess({ kind }, typed) {
      if (kind === 'slug-taken') return form.showErrors({ slug: categoryErrors()[kind] })
      if (kind !== 'saved') return form.showErrors({ name: categoryErrors()[kind] })
      void queryClient.invalidateQueries({ queryKey: categoriesQuery.queryKey })
      void showToast({
        title: category ? phrase('Category saved') : phrase('Category created'),
        text: typed.name.trim(),
      })
      form.unsent.end()
      onClose()
    },
  })
  const { error: _menu, ...menu } = form.field('isInMenu')
  const { error: _hidden, ...hidden } = form.field('isHidden')
  return (
    <SaveDialog
      title={category ? phrase('Edit category') : phrase('New category')}
      submitLabel={category ? phrase('Save Category') : phrase('Create Category')}
      form={form}
      mutation={mutation}
      failure={saveCategoryFailure()}
      onClose={onClose}
    >
      <TextField label={phrase('Name')} required dir="auto" data-autofocus {...form.field('name')} />
      <TextField
        label={phrase('Address')}
        placeholder={category ? undefined : phrase('From the name')}
        help={
          category
            ? phrase(
                'The part after the domain. If you change it, the former addresses of the page and its feeds redirect.',
              )
            : phrase('The part after the domain: letters a to z, digits and hyphens.')
        }
        {...form.field('slug')}
      />
      <TextField
        label={phrase('Colour')}
        placeholder="#0a58a8"
        help={phrase(
          'Optional. The colour of the name on articles; the one for dark pages is derived from it.',
        )}
        {...form.field('colour')}
      />
      <TextArea
        label={phrase('Description')}
        rows={2}
        help={phrase('Optional. For editors.')}
        {...form.field('description')}
      />
      <Switch label={phrase('Show in the menu')} {...menu} />
      {category?.key !== GENERAL_CATEGORY && (
        <Switch
          label={phrase('Hide')}
          help={phrase(
            'Its page and feeds are no longer available. Its articles stay, and are listed among all articles.',
          )}
          {...hidden}
        />
      )}
    </SaveDialog>
  )
}
