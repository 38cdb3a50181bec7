import { parseTarget, redirectKey } from '#features/redirects/rules/redirect-address.ts'
import { permanentArticlePath } from '#kernel/article-path.ts'
import { categoryPath } from '#kernel/category.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import { isEmailAddress } from '#kernel/email-address.ts'
import { storableText } from '#kernel/text/text.ts'
import { newsletterSubscribers } from '#schema/newsletter.ts'
import { readFormerAddress } from '../rules/former-address.ts'
import type {
  ImportedArticle,
  ImportedCategory,
  ImportedImage,
  ImportedPerson,
  ImportedRedirect,
  ImportedSubscriber,
  ImportedTopic,
  ImportItem,
} from '../rules/import-item.ts'
import type { LinkArticles } from './article-links.server.ts'
import { convertArticle } from './convert-article.server.ts'
import { type ImportContext, parseInstant, readFacts, readReferences } from './import-context.server.ts'
import { type ImportFile, isImage } from './import-files.server.ts'
import { hashOf, importedId, keyOf } from './import-ids.server.ts'
import { findItem, type LedgerRow, type RunningImport, recordItem } from './import-ledger.server.ts'
import { mapCategory } from './map-category.server.ts'
import { addArticle, updateArticle } from './store-article.server.ts'
import { storePerson, storeTopic } from './store-names.server.ts'
import { addRedirects, redirectFormerAddresses } from './store-redirects.server.ts'

export type ApplyContext = ImportContext & {
  running: RunningImport
  importFile: ImportFile
  linkArticles: LinkArticles
}

type StoredItem = Exclude<ImportItem, { kind: 'loss' }>

/**
 * Stores an item and records it in the ledger, in one transaction. An item that the ledger has in this state stores nothing.
 *
 * @throws ImportStoppedError if the import no longer runs
 */
export async function applyItem(context: ApplyContext, item: StoredItem, now: Date): Promise<void> {
  const { db, running, options } = context
  const key = keyOf(item)
  const hash = hashOf(item)
  const before = await findItem(db, running.source, item.kind, key)
  const step = { key, hash, before }
  switch (item.kind) {
    case 'person':
    case 'topic':
      return applyName(context, item, step)
    case 'category':
      return applyCategory(context, item, step)
    case 'article':
      return applyArticle(context, item, step, now)
    case 'redirect':
      return applyRedirect(context, item, step)
    case 'subscriber':
      if (options.subscribers === 'import') await applySubscriber(context, item, step, now)
  }
}

/** `before` is the entry of an earlier import, or of this one before it was interrupted. */
type Step = { key: string; hash: string; before: LedgerRow | undefined }

const isDone = ({ running }: ApplyContext, { before, hash }: Step) =>
  before?.importId === running.id && before.hash === hash

const isUnchanged = ({ before, hash }: Step) =>
  before !== undefined && before.hash === hash && before.result !== 'refused'

async function applyName(
  context: ApplyContext,
  item: ImportedPerson | ImportedTopic,
  step: Step,
): Promise<void> {
  const { db, running, siteUrl, known, importFile } = context
  const { key, hash, before } = step
  const { kind } = item
  const remember = (id: string, name: string) =>
    kind === 'person' ? known.people.set(item.key, { id, name, role: '' }) : known.topics.set(item.key, id)
  if (isUnchanged(step) && before?.ourId) {
    remember(before.ourId, before.title || item.name)
    if (!isDone(context, step)) await recordItem(db, running, { ...before, result: 'unchanged', notes: [] })
    return
  }
  if (isDone(context, step)) return
  const imageUrl = await placeImage(item.image, importFile)
  await db.transaction(async (tx) => {
    const id = importedId(running.source, kind, key)
    const stored =
      kind === 'person'
        ? await storePerson(tx, id, item, imageUrl, before)
        : await storeTopic(tx, id, item, imageUrl, before)
    if (stored.result === 'refused')
      return recordItem(tx, running, {
        ...{ kind, key, hash, result: stored.result, title: item.name },
        notes: [stored.reason],
      })
    const { id: ourId, result, storedHash } = stored
    await recordItem(tx, running, { kind, key, hash, result, ourId, storedHash, title: stored.name })
    remember(ourId, stored.name)
    const to = collectionPath({ kind: kind === 'person' ? 'author' : 'topic', slug: stored.slug })
    if (stored.slug) await redirectFormerAddresses(tx, item.addresses, siteUrl, { to, hasFeed: true })
  })
}

async function placeImage(image: ImportedImage | null, importFile: ImportFile): Promise<string | null> {
  const file = image && (await importFile(image.address, image))
  return isImage(file) ? file.url : null
}

/** Applies a category. One that does not exist here becomes a topic. */
async function applyCategory(context: ApplyContext, item: ImportedCategory, step: Step): Promise<void> {
  const { db, running, siteUrl, known } = context
  const { key, hash, before } = step
  const category = mapCategory(item)
  if (category) known.categories.set(item.key, { category })
  else if (before?.ourId) known.categories.set(item.key, { topicId: before.ourId })
  if (isDone(context, step)) return
  await db.transaction(async (tx) => {
    const entry = { kind: 'category', key, hash, title: item.name } as const
    if (category) {
      await recordItem(tx, running, { ...entry, result: 'matched' })
      return redirectFormerAddresses(tx, item.addresses, siteUrl, {
        to: categoryPath(category),
        hasFeed: true,
      })
    }
    const id = importedId(running.source, 'category', key)
    const stored = await storeTopic(tx, id, item, null, before)
    if (stored.result === 'refused')
      return recordItem(tx, running, { ...entry, result: 'refused', notes: [stored.reason] })
    known.categories.set(item.key, { topicId: stored.id })
    const result = isUnchanged(step) ? 'unchanged' : stored.result
    await recordItem(tx, running, { ...entry, result, ourId: stored.id, storedHash: stored.storedHash })
    const to = collectionPath({ kind: 'topic', slug: stored.slug })
    if (stored.slug) await redirectFormerAddresses(tx, item.addresses, siteUrl, { to, hasFeed: true })
  })
}

async function applyArticle(
  context: ApplyContext,
  item: ImportedArticle,
  step: Step,
  now: Date,
): Promise<void> {
  const { db, by, running, siteUrl, known, options, importFile, linkArticles } = context
  const { key, hash, before } = step
  if (isDone(context, step)) return
  const facts = readFacts(item, options, now)
  if (!facts) return
  const entry = { kind: 'article', key, hash, title: item.title } as const
  if (isUnchanged(step) && before) {
    const { ourId, storedHash, title } = before
    return recordItem(db, running, { ...entry, result: 'unchanged', ourId, storedHash, title })
  }
  const { topicIds, ...references } = readReferences(item, known)
  const converted = await convertArticle(item, references, importFile, linkArticles)
  if (converted.kind === 'refused')
    return recordItem(db, running, {
      ...entry,
      result: 'refused',
      ourId: before?.ourId ?? null,
      notes: [converted.reason],
    })
  const { form, notes } = converted
  await db.transaction(async (tx) => {
    const id = before?.ourId ?? importedId(running.source, 'article', key)
    const stored = before?.ourId
      ? await updateArticle(tx, by, id, form, { ...facts, topicIds }, before.storedHash)
      : await addArticle(tx, by, id, form, { ...facts, topicIds })
    if (stored.kind === 'kept') {
      const kept = { ...entry, result: 'kept', ourId: id, storedHash: before?.storedHash ?? null } as const
      return recordItem(tx, running, { ...kept, notes: [stored.reason] })
    }
    const result = before?.ourId ? 'updated' : 'created'
    const { formHash: storedHash } = stored
    await recordItem(tx, running, { ...entry, result, ourId: id, storedHash, title: form.title, notes })
    const to = permanentArticlePath(id)
    await redirectFormerAddresses(tx, item.addresses, siteUrl, { to, hasFeed: false })
  })
}

/** Addresses with a host stay as they are. */
const NO_ORIGIN = 'https://site.invalid'

async function applyRedirect(context: ApplyContext, item: ImportedRedirect, step: Step): Promise<void> {
  const { db, running, siteUrl } = context
  const { key, hash } = step
  if (isDone(context, step)) return
  const entry = { kind: 'redirect', key, hash, title: item.from } as const
  const former = readFormerAddress(item.from, siteUrl)
  const parsed = item.to === null ? null : parseTarget(item.to, NO_ORIGIN)
  if (!former || parsed?.kind === 'invalid' || former.key === redirectKey(parsed?.value ?? ''))
    return recordItem(db, running, {
      ...entry,
      result: 'refused',
      notes: ['These addresses cannot be redirected.'],
    })
  await db.transaction(async (tx) => {
    const target = parsed?.value ?? null
    await addRedirects(tx, [{ fromPath: former.key, target, status: target === null ? 410 : item.status }])
    await recordItem(tx, running, { ...entry, result: isUnchanged(step) ? 'unchanged' : 'created' })
  })
}

const INACTIVE_REASON = 'Inactive when imported'

/**
 * Adds a subscriber. Those that exist are not changed, so nobody becomes active again (decision 37), and those that were
 * deleted after an earlier import are not added again.
 */
async function applySubscriber(
  context: ApplyContext,
  item: ImportedSubscriber,
  step: Step,
  now: Date,
): Promise<void> {
  const { db, running } = context
  const { key, hash, before } = step
  if (isDone(context, step)) return
  const entry = { kind: 'subscriber', key, hash } as const
  if (before && before.result !== 'refused')
    return recordItem(db, running, { ...entry, result: 'unchanged', ourId: before.ourId })
  if (!isEmailAddress(item.email))
    return recordItem(db, running, {
      ...entry,
      result: 'refused',
      title: item.email,
      notes: ['The email address is not valid.'],
    })
  const subscribedAt = parseInstant(item.subscribedAt)
  const isActive = item.consent === 'given'
  await db.transaction(async (tx) => {
    const added = await tx
      .insert(newsletterSubscribers)
      .values({
        id: importedId(running.source, 'subscriber', key),
        email: item.email,
        fullName: storableText(item.name ?? '').trim() || null,
        isActive,
        inactiveReason: isActive ? null : INACTIVE_REASON,
        subscribedAt: subscribedAt && subscribedAt < now ? subscribedAt : now,
      })
      .onConflictDoNothing()
      .returning({ id: newsletterSubscribers.id })
    const [row] = added
    await recordItem(tx, running, { ...entry, result: row ? 'created' : 'matched', ourId: row?.id ?? null })
  })
}
