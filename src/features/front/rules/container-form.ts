import * as z from 'zod'
import { findCategory } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { type Container, MAX_TITLE_CHARACTERS, type NewContainer } from './front.ts'
import { CONTAINER_KINDS } from './front-names.ts'

const title = z
  .string()
  .trim()
  .max(MAX_TITLE_CHARACTERS, {
    error: () => phrase('The title can have {max} characters at most', { max: MAX_TITLE_CHARACTERS }),
  })

const noTitle = () => phrase('Enter a title')

/** Lists have no default title. */
export function containerTitleForm(kind: Container['kind']) {
  return z.object({ title: kind === 'list' ? title.min(1, { error: noTitle }) : title })
}

/** Only the fields of the chosen kind count. */
export const containerForm = z
  .object({
    kind: z.enum(CONTAINER_KINDS),
    category: z.string().refine(findCategory),
    topicId: z.string(),
    title,
  })
  .superRefine(({ kind, topicId, title }, context) => {
    if (kind === 'topic' && topicId === '')
      context.addIssue({ code: 'custom', path: ['topicId'], message: phrase('Choose a topic') })
    if (kind === 'list' && title === '')
      context.addIssue({ code: 'custom', path: ['title'], message: noTitle() })
  })

type ContainerForm = z.output<typeof containerForm>

export function toContainer(id: string, { kind, category, topicId, title }: ContainerForm): NewContainer {
  if (kind === 'section') return { id, title, kind, category }
  if (kind === 'topic') return { id, title, kind, topicId }
  return { id, title, kind }
}
