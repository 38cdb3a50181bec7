import { sql } from 'drizzle-orm'
import { namesOfWriters, readByline } from '#features/people/rules/byline.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { articles } from '#schema/articles.ts'
import type { ShownPerson, ShownTopic } from '../rules/write-byline.ts'

/** The people of an article's byline, in its order: those whom an editor chose, or else the person linked to its plain text. */
export const shownPeople = sql<ShownPerson[] | null>`coalesce((
    select json_agg(json_build_object('id', p.id, 'slug', p.slug, 'name', coalesce(p.name, x.name), 'role', x.role)
      order by x.position)
    from article_authors x left join authors p on p.id = x.author_id where x.article_id = ${articles}.id
  ), (
    select json_build_array(json_build_object('id', p.id, 'slug', p.slug, 'name', ${articles}.author, 'role', ''))
    from author_aliases s join authors p on p.id = s.author_id
    where s.name = ${articles}.author and ${articles}.byline is null
  ))`

/** The topics of an article, ordered by name. */
export const shownTopics = sql<ShownTopic[] | null>`(
    select json_agg(json_build_object('id', t.id, 'slug', t.slug, 'name', t.name) order by ${byName(sql`t.name`)})
    from article_topics x join topics t on t.id = x.topic_id where x.article_id = ${articles}.id)`

/** Returns the people of a byline. Without `people`, as in the preview of a draft, they have no pages. */
export function peopleOf(row: { people?: ShownPerson[] | null; byline?: string | null }): ShownPerson[] {
  return row.people ?? readByline(row.byline ?? null).map((entry) => ({ ...entry, slug: null }))
}

/** Returns the names of the writers in plain text; `author` for a byline without people. */
export function authorOf(people: readonly ShownPerson[], author: string): string {
  return people.length > 0 ? namesOfWriters(people) : author
}

/** Drops the page from the cache when the name of one of these people or topics changes. */
export function addNameTags(people: readonly ShownPerson[], topics: readonly ShownTopic[]): void {
  for (const { id } of people) if (id) addPageTags(`author-name:${id}`)
  for (const { id } of topics) addPageTags(`topic-name:${id}`)
}
