import { groupByRole } from '#features/people/rules/group-by-role.ts'
import { joinNames } from '#features/people/rules/join-names.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'

/** A person of a byline. `slug` is that of their page; null for a deleted person, and in previews. */
export type ShownPerson = { id: string | null; slug: string | null; name: string; role: string }

/** A topic of an article. */
export type ShownTopic = { id: string; slug: string; name: string }

const LINK = 'class="underline-offset-4 hover:underline"'

/**
 * Writes a byline in HTML, to keep readers' scripts small: "By A, B and C. Photographs: D". Empty without an author.
 *
 * @param author plain text, for a byline without people
 */
export function writeByline(people: readonly ShownPerson[], author: string): string {
  if (people.length === 0) return author && phraseHtml('By {names}', { names: bdi(author) })
  return groupByRole(people)
    .map(({ role, people: listed }) => {
      const written = listed.map(writePerson)
      const names = joinNames(
        listed.map(({ name }) => name),
        (index) => written[index] ?? '',
      )
      return role ? `${bdi(role)}: ${names}` : phraseHtml('By {names}', { names })
    })
    .join('. ')
}

function writePerson({ slug, name }: ShownPerson): string {
  return slug === null ? bdi(name) : writeLink({ kind: 'author', slug, name })
}

function writeLink(page: { kind: 'author' | 'topic'; slug: string; name: string }): string {
  return `<a href="${escapeHtml(collectionPath(page))}" ${LINK}>${bdi(page.name)}</a>`
}

function bdi(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`
}

/** Writes the list of topics beside an article; empty without topics. */
export function writeTopics(topics: readonly ShownTopic[]): string {
  if (topics.length === 0) return ''
  const items = topics.map(({ slug, name }) => `<li>${writeLink({ kind: 'topic', slug, name })}</li>`)
  return `<section aria-labelledby="topics" class="border-t border-rule pt-4"><h2 id="topics" class="label pb-3 text-muted">${phraseHtml('Topics')}</h2><ul role="list" class="grid gap-y-2">${items.join('')}</ul></section>`
}
