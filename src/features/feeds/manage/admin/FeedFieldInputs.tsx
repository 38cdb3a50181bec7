import { CategoryOptions } from '#features/categories/admin/CategoryOptions.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import type { ZodForm } from '#ui/admin/forms/useZodForm.ts'
import { type FeedFields, MAX_PUBLISHER_LENGTH } from '../../model/feed-form.ts'

export const FULL_TEXT_LABEL = 'Fetch the article’s text where the feed gives only a summary'

export const NEW_ARTICLES_LABEL = 'New articles and changes'

type Props = Pick<ZodForm<FeedFields>, 'field'> & { detectedPublisher: string | null }

export function FeedFieldInputs({ field, detectedPublisher }: Props) {
  const { error: _, ...fullText } = field('fullText')
  return (
    <>
      <TextField
        label="Title"
        help="Leave empty to use the feed’s own title."
        maxLength={300}
        {...field('title')}
      />
      <TextField
        label="Publisher"
        help="The source that readers see on articles. Leave empty to use the name of the website. It also changes on articles that are already on the site."
        placeholder={detectedPublisher ?? undefined}
        maxLength={MAX_PUBLISHER_LENGTH}
        {...field('publisher')}
      />
      <Select label="Category" help="New articles are assigned to this category." {...field('category')}>
        <CategoryOptions />
      </Select>
      <Select
        label={NEW_ARTICLES_LABEL}
        help="Held articles are listed as “In review”. Readers see them once someone publishes them."
        {...field('newArticles')}
      >
        <option value="publish">Publish automatically</option>
        <option value="hold">Hold for review</option>
      </Select>
      <Switch
        label={FULL_TEXT_LABEL}
        help="Only if the publisher allows its articles to be republished in full, by licence or agreement. You are responsible for this permission. Applies to new and changed articles."
        {...fullText}
      />
    </>
  )
}
