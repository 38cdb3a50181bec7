import * as z from 'zod'
import { collapseSpace, foldLetters } from '#kernel/text.ts'

export const MAX_TOPICS = 1_000
export const MAX_ARTICLE_TOPICS = 20
const MAX_NAME_LENGTH = 80

export const topicForm = z.object({
  name: z
    .string()
    .overwrite((name) => collapseSpace(name.toWellFormed().normalize()))
    .min(1, 'Enter a name')
    .max(MAX_NAME_LENGTH, `The name can have ${MAX_NAME_LENGTH} characters at most`),
  description: z
    .string()
    .overwrite((text) => text.replaceAll('\0', '').toWellFormed().trim())
    .max(500, 'The description can have 500 characters at most'),
})

export type TopicForm = z.output<typeof topicForm>

/** Returns valid names, as many as an article can have. */
export function toTopicNames(categories: readonly string[]): string[] {
  const names = categories.flatMap((category) => {
    const { success, data } = topicForm.shape.name.safeParse(category)
    return success ? [data] : []
  })
  const unique = new Map(names.map((name) => [foldLetters(name), name]))
  return [...unique.values()].slice(0, MAX_ARTICLE_TOPICS)
}

/**
 * Joins lower-case letters and digits of any script by hyphens.
 *
 * @param taken slugs of other topics
 */
export function toTopicSlug(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const slug = words || 'topic'
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}

const MAX_SUGGESTIONS = 8

/** Topics whose name contains `typed`, first those that begin with it. */
export function suggestTopics<T extends { name: string }>(topics: readonly T[], typed: string): T[] {
  const folded = foldLetters(typed.trim())
  const places = topics.map((topic) => ({ topic, place: foldLetters(topic.name).indexOf(folded) }))
  return places
    .filter(({ place }) => place >= 0)
    .sort((a, b) => Math.min(a.place, 1) - Math.min(b.place, 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ topic }) => topic)
}
