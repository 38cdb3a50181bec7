import * as z from 'zod'
import { ARTICLE_FIELDS } from '#features/drafts/rules/article-fields.ts'
import { line } from '#features/drafts/rules/article-form.ts'
import { findCategory } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { nextHour, parseLocalInput, toLocalInput } from '#kernel/time/zoned-time.ts'

const account = z.uuid({ error: () => phrase('Choose a person') }).toLowerCase()

const due = z.string().transform((text, context) => {
  const time = text === '' ? null : parseLocalInput(text)
  if (text !== '' && time === null)
    context.issues.push({ code: 'custom', message: phrase('Enter a valid date and time'), input: text })
  return time
})

/** An empty assignee removes the assignment. */
export const assignmentForm = z.object({
  assigneeId: z
    .literal('')
    .transform(() => null)
    .or(account),
  due,
})
export type AssignmentForm = z.input<typeof assignmentForm>

/** Newsroom §2, "Idea". */
export const ideaForm = z.object({
  title: line.min(1, { error: () => phrase('Enter a headline') }).max(ARTICLE_FIELDS.title.limit, {
    error: () =>
      phrase('The headline can have {limit} characters at most', { limit: ARTICLE_FIELDS.title.limit }),
  }),
  assigneeId: account,
  due,
})

const DAY_START = '09:00'
const DAY_END = '23:59'

/**
 * The time at which an article of a day is due: in the morning, or if that has passed, at the next full hour.
 *
 * @param day `YYYY-MM-DD`
 * @returns the value of a `datetime-local` input
 */
export function suggestDue(day: string, now: Date): string {
  const morning = `${day}T${DAY_START}`
  const next = toLocalInput(nextHour(now).toISOString())
  if (toLocalInput(now.toISOString()) < morning) return morning
  return next.startsWith(day) ? next : `${day}T${DAY_END}`
}

/** In UTF-16 code units. */
export const MAX_VIEW_NAME_LENGTH = 60

export const viewForm = z.object({
  name: line.min(1, { error: () => phrase('Enter a name') }).max(MAX_VIEW_NAME_LENGTH, {
    error: () => phrase('The name can have {max} characters at most', { max: MAX_VIEW_NAME_LENGTH }),
  }),
  isShared: z.boolean(),
})

export const NOBODY = 'nobody'

/** Bulk actions (newsroom §2). */
export const bulkAssignmentForm = z.object({
  // Undo sends null, and so does a form that is already parsed.
  assigneeId: z.union([z.literal([NOBODY, null]).transform(() => null), account], {
    error: () => phrase('Choose a person'),
  }),
})
export const bulkCategoryForm = z.object({ category: z.string().refine(findCategory) })
export const bulkTopicForm = z.object({
  kind: z.enum(['add-topic', 'remove-topic']),
  topicId: z.uuid({ error: () => phrase('Choose a topic') }).toLowerCase(),
})
export const bulkPublicationForm = z.object({ updateKind: z.enum(['minor', 'update']) })

export function toAssignmentForm(assigneeId: string | null, dueAt: string | null): AssignmentForm {
  return { assigneeId: assigneeId ?? '', due: dueAt ? toLocalInput(dueAt) : '' }
}
