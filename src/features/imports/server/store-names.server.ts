import { eq, sql } from 'drizzle-orm'
import {
  isHttps,
  MAX_BIOGRAPHY_LENGTH,
  MAX_LINKS,
  MAX_PEOPLE,
  MAX_PERSON_NAME_LENGTH,
} from '#features/people/rules/person.ts'
import { lockPeople } from '#features/people/server/people.server.ts'
import {
  MAX_TOPIC_DESCRIPTION_LENGTH,
  MAX_TOPIC_NAME_LENGTH,
  MAX_TOPICS,
} from '#features/topics/rules/topic.ts'
import { lockTopics } from '#features/topics/server/topics.server.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { chooseSlug, toSlug } from '#kernel/slug.ts'
import { collapseSpace, storableText } from '#kernel/text/text.ts'
import type { Db } from '#platform/database/db.server.ts'
import { authors } from '#schema/authors.ts'
import { topics } from '#schema/topics.ts'
import type { ImportedPerson, ImportedTopic } from '../rules/import-item.ts'
import { hashOf } from './import-ids.server.ts'
import type { LedgerRow } from './import-ledger.server.ts'

/** The result of storing a person or a topic; `storedHash` is the hash of its texts. */
export type StoredName =
  | {
      result: 'created' | 'updated' | 'unchanged' | 'kept'
      id: string
      slug: string
      name: string
      storedHash: string | null
    }
  /** One with the same name exists, and is used unchanged. */
  | { result: 'matched'; id: string; slug: string; name: string; storedHash: null }
  | { result: 'refused'; reason: string }

/**
 * Adds a person, or updates one that has changed at the source, unless it was edited here. Call it in a transaction.
 *
 * @param before the entry of an earlier import
 */
export async function storePerson(
  tx: Db,
  id: string,
  item: ImportedPerson,
  imageUrl: string | null,
  before: LedgerRow | undefined,
): Promise<StoredName> {
  const name = line(item.name, MAX_PERSON_NAME_LENGTH)
  if (!name) return { result: 'refused', reason: 'The person has no name.' }
  await lockPeople(tx)
  const values = {
    name,
    biography: paragraphs(item.biography, MAX_BIOGRAPHY_LENGTH),
    links: item.links.filter(isHttps).slice(0, MAX_LINKS),
    imageUrl,
  }
  const [current] = before?.ourId ? await tx.select().from(authors).where(eq(authors.id, before.ourId)) : []
  if (before?.ourId) {
    if (!current) return { result: 'kept', id: before.ourId, slug: '', name, storedHash: before.storedHash }
    const { slug } = current
    const found = { id: current.id, slug, name: current.name }
    const isEdited = before.storedHash !== hashOf(textsOf(current))
    if (isEdited) return { result: 'kept', ...found, storedHash: before.storedHash }
    await tx.update(authors).set(values).where(eq(authors.id, current.id))
    return { result: 'updated', ...found, name, storedHash: hashOf(textsOf(values)) }
  }
  const [same] = await tx
    .select({ id: authors.id, slug: authors.slug, name: authors.name })
    .from(authors)
    .where(sql`lower(${authors.name}) = lower(${name})`)
    .limit(1)
  if (same) return { result: 'matched', ...same, storedHash: null }
  if ((await tx.$count(authors)) >= MAX_PEOPLE)
    return {
      result: 'refused',
      reason: `There are ${formatNumber(MAX_PEOPLE)} people already, which is the limit.`,
    }
  const slug = await freeSlug(tx, 'authors', { slug: item.slug, name, kind: 'person' })
  await tx.insert(authors).values({ id, slug, ...values })
  return { result: 'created', id, slug, name, storedHash: hashOf(textsOf(values)) }
}

function textsOf({
  name,
  biography,
  links,
  imageUrl,
}: Pick<typeof authors.$inferSelect, 'name' | 'biography' | 'links' | 'imageUrl'>) {
  return [name, biography, links, imageUrl]
}

/** Adds or updates a topic in the same way as {@link storePerson}. */
export async function storeTopic(
  tx: Db,
  id: string,
  item: Pick<ImportedTopic, 'name' | 'slug' | 'description'>,
  imageUrl: string | null,
  before: LedgerRow | undefined,
): Promise<StoredName> {
  const name = line(item.name, MAX_TOPIC_NAME_LENGTH)
  if (!name) return { result: 'refused', reason: 'The topic has no name.' }
  await lockTopics(tx)
  const values = { name, description: paragraphs(item.description, MAX_TOPIC_DESCRIPTION_LENGTH), imageUrl }
  const [current] = before?.ourId ? await tx.select().from(topics).where(eq(topics.id, before.ourId)) : []
  const [same] = await tx
    .select({ id: topics.id, slug: topics.slug, name: topics.name })
    .from(topics)
    .where(sql`lower(${topics.name}) = lower(${name})`)
    .limit(1)
  if (before?.ourId) {
    if (!current) return { result: 'kept', id: before.ourId, slug: '', name, storedHash: before.storedHash }
    const found = { id: current.id, slug: current.slug, name: current.name }
    const isEdited = before.storedHash !== hashOf(topicTexts(current))
    if (isEdited || (same && same.id !== current.id))
      return { result: 'kept', ...found, storedHash: before.storedHash }
    await tx.update(topics).set(values).where(eq(topics.id, current.id))
    return { result: 'updated', ...found, name, storedHash: hashOf(topicTexts(values)) }
  }
  if (same) return { result: 'matched', ...same, storedHash: null }
  if ((await tx.$count(topics)) >= MAX_TOPICS)
    return {
      result: 'refused',
      reason: `There are ${formatNumber(MAX_TOPICS)} topics already, which is the limit.`,
    }
  const slug = await freeSlug(tx, 'topics', { slug: item.slug, name, kind: 'topic' })
  await tx.insert(topics).values({ id, slug, ...values })
  return { result: 'created', id, slug, name, storedHash: hashOf(topicTexts(values)) }
}

function topicTexts({
  name,
  description,
  imageUrl,
}: Pick<typeof topics.$inferSelect, 'name' | 'description' | 'imageUrl'>) {
  return [name, description, imageUrl]
}

/** Keeps the slug of the source unless another page has it. */
async function freeSlug(
  tx: Db,
  table: 'authors' | 'topics',
  { slug, name, kind }: { slug: string | null; name: string; kind: string },
): Promise<string> {
  const wanted = toSlug(slug ?? '') || toSlug(name) || kind
  const { rows } = await tx.execute<{ slug: string }>(
    sql`select slug from ${sql.identifier(table)} where starts_with(slug, ${wanted})`,
  )
  const taken = new Set(rows.map((row) => row.slug))
  return chooseSlug({ typed: '', current: wanted, name, kind }, taken) ?? wanted
}

function line(text: string, limit: number): string {
  return collapseSpace(storableText(text).normalize()).slice(0, limit).trim()
}

function paragraphs(text: string, limit: number): string {
  return storableText(text).replaceAll('\r\n', '\n').trim().slice(0, limit).trim()
}
