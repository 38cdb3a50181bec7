import * as z from 'zod'
import { libraryImageUrl } from '#features/media/rules/library-image-url.ts'
import { slugField } from '#kernel/slug-field.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { collapseSpace, foldLetters, storableText } from '#kernel/text/text.ts'

export const MAX_TOPICS = 1_000
export const MAX_ARTICLE_TOPICS = 20
export const MAX_TOPIC_NAME_LENGTH = 80
export const MAX_TOPIC_DESCRIPTION_LENGTH = 500

export const topicForm = z.object({
  name: z
    .string()
    .overwrite((name) => collapseSpace(storableText(name).normalize()))
    .min(1, { error: () => phrase('Enter a name') })
    .max(MAX_TOPIC_NAME_LENGTH, {
      error: () => phrase('The name can have {max} characters at most', { max: MAX_TOPIC_NAME_LENGTH }),
    }),
  description: z
    .string()
    .overwrite((text) => storableText(text).trim())
    .max(MAX_TOPIC_DESCRIPTION_LENGTH, {
      error: () =>
        phrase('The description can have {max} characters at most', { max: MAX_TOPIC_DESCRIPTION_LENGTH }),
    }),
  slug: slugField,
  imageUrl: libraryImageUrl,
})

export type TopicForm = z.output<typeof topicForm>

export const EMPTY_TOPIC: TopicForm = { name: '', description: '', slug: '', imageUrl: '' }

/** Returns valid names, as many as an article can have. */
export function toTopicNames(categories: readonly string[]): string[] {
  const names = categories.flatMap((category) => {
    const { success, data } = topicForm.shape.name.safeParse(category)
    return success ? [data] : []
  })
  const unique = new Map(names.map((name) => [foldLetters(name), name]))
  return [...unique.values()].slice(0, MAX_ARTICLE_TOPICS)
}
