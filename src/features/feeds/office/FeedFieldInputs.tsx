import { CATEGORIES } from '#kernel/category.ts'
import { Select } from '#ui/office/Select.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import type { ZodForm } from '#ui/office/useZodForm.ts'
import { type FeedFields, MAX_PUBLICATION_LENGTH } from '../rules/feed-form.ts'

type Props = Pick<ZodForm<FeedFields>, 'field'> & { detectedPublication: string | null }

export function FeedFieldInputs({ field, detectedPublication }: Props) {
  return (
    <>
      <TextField
        label="Title"
        help="Leave empty to use the feed’s own title."
        maxLength={300}
        {...field('title')}
      />
      <TextField
        label="Publication"
        help="The source that readers see on articles. Leave empty to use the name of the website. Stored articles are renamed."
        placeholder={detectedPublication ?? undefined}
        maxLength={MAX_PUBLICATION_LENGTH}
        {...field('publication')}
      />
      <Select label="Category" help="New articles are assigned to this category." {...field('category')}>
        {CATEGORIES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </>
  )
}
