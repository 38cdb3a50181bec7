import { CategoryOptions } from '#features/categories/admin/CategoryOptions.tsx'
import { phrase } from '#kernel/text/phrase.ts'
import { Select } from '#ui/admin/forms/Select.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import type { ZodForm } from '#ui/admin/forms/useZodForm.ts'
import { type FeedFields, MAX_PUBLISHER_LENGTH } from '../../model/feed-form.ts'

export const fullTextLabel = () => phrase('Fetch the article’s text where the feed gives only a summary')

export const newArticlesLabel = () => phrase('New articles and changes')

type Props = Pick<ZodForm<FeedFields>, 'field'> & { detectedPublisher: string | null }

export function FeedFieldInputs({ field, detectedPublisher }: Props) {
  const { error: _, ...fullText } = field('fullText')
  return (
    <>
      <TextField
        label={phrase('Title')}
        help={phrase('Leave empty to use the feed’s own title.')}
        maxLength={300}
        {...field('title')}
      />
      <TextField
        label={phrase('Publisher')}
        help={phrase(
          'The source that readers see on articles. Leave empty to use the name of the website. It also changes on articles that are already on the site.',
        )}
        placeholder={detectedPublisher ?? undefined}
        maxLength={MAX_PUBLISHER_LENGTH}
        {...field('publisher')}
      />
      <Select
        label={phrase('Category')}
        help={phrase('New articles are assigned to this category.')}
        {...field('category')}
      >
        <CategoryOptions />
      </Select>
      <Select
        label={newArticlesLabel()}
        help={phrase(
          'Held articles are listed as “In review”. Readers see them once someone publishes them.',
        )}
        {...field('newArticles')}
      >
        <option value="publish">{phrase('Publish automatically')}</option>
        <option value="hold">{phrase('Hold for review')}</option>
      </Select>
      <Switch
        label={fullTextLabel()}
        help={phrase(
          'Only if the publisher allows its articles to be republished in full, by licence or agreement. You are responsible for this permission. Applies to new and changed articles.',
        )}
        {...fullText}
      />
    </>
  )
}
