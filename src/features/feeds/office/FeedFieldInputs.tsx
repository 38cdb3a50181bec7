import { CATEGORIES } from '#kernel/category.ts'
import { Select } from '#ui/office/Select.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import type { ZodForm } from '#ui/office/useZodForm.ts'
import type { FeedFields } from '../rules/feed-form.ts'

export function FeedFieldInputs({ field }: Pick<ZodForm<FeedFields>, 'field'>) {
  return (
    <>
      <TextField
        label="Title"
        help="Leave empty to use the feed’s own title."
        maxLength={300}
        {...field('title')}
      />
      <Select label="Category" help="New articles are assigned to this category." {...field('category')}>
        {CATEGORIES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </>
  )
}
