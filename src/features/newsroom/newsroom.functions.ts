import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { hasCapability } from '#features/accounts/rules/access.ts'
import { ARTICLE_FETCH_ERROR, FETCH_ERROR } from '#features/articles/rules/fetch-error.ts'
import { MAX_QUERY_LENGTH, readLine } from '#kernel/parameters.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/pages/with-user-message.server.ts'
import { findDraftCopy } from '#ui/office/draft-copies.ts'
import { draftFormSchema } from './rules/article-form.ts'
import { type ArticleListFilter, ME, parseArticleListFilter } from './rules/article-manager-params.ts'
import { correction, note, plannedTime, requiredNote, updateChoice } from './rules/publication-forms.ts'
import { CHECK_LEVELS, PUBLISH_CHECKS } from './rules/publish-check.ts'
import { publishFailure, revisionNameForm } from './rules/publish-labels.ts'
import { MAX_PRESENCE_BYTES } from './rules/update-limits.ts'
import { findLinkTargets, linkChecker } from './server/article-links.server.ts'
import { deleteDraft, restoreDeleted } from './server/bin.server.ts'
import { decideFeedVersion } from './server/decide-feed-version.server.ts'
import { sendPresence } from './server/draft-stream.server.ts'
import { readUpdates } from './server/draft-updates.server.ts'
import { type Draft, findDraft } from './server/find-draft.server.ts'
import { listAdminArticles } from './server/list-admin-articles.server.ts'
import { listMyWork } from './server/list-my-work.server.ts'
import {
  changeCheckLevels,
  findCheckLevels,
  secondPersonSetting,
  smartPunctuationSetting,
} from './server/newsroom-settings.server.ts'
import { previewArticleFor } from './server/preview-article.server.tsx'
import { publishDraft } from './server/publish-draft.server.ts'
import { reviewDraft } from './server/review-draft.server.ts'
import {
  findRevision,
  findTimesOfRevision,
  listCorrectionsOfRevision,
  listRevisions,
  nameRevision,
  requireReadableDraft,
} from './server/revisions.server.ts'
import { saveDraft } from './server/save-draft.server.ts'
import { cancelSchedule } from './server/scheduled-publications.server.ts'
import { withdrawArticle } from './server/withdraw-article.server.ts'

const id = z.uuid().toLowerCase()

const listFilter = z.record(z.string(), z.string()).transform(parseArticleListFilter)

const listAdminArticlesFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ filter: listFilter, before: z.string().optional() }))
  .handler(({ data: { filter, before }, context: { account } }) =>
    withUserMessage(FETCH_ERROR, () => {
      const onlyOf = hasCapability(account, 'article.read-all') ? undefined : account.id
      const person = filter.person === ME ? account.id : filter.person
      return listAdminArticles(db(), { ...filter, person, before, onlyOf })
    }),
  )

const findDraftFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(ARTICLE_FETCH_ERROR, () => findDraft(db(), data.id, context.account)),
  )

export const LINK_SEARCH_FAILURE = 'Failed to search articles'

const getLinkTargets = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ q: z.string().max(MAX_QUERY_LENGTH).transform(readLine) }))
  .handler(({ data: { q }, context }) =>
    withUserMessage(LINK_SEARCH_FAILURE, async () => (q ? findLinkTargets(db(), context.account, q) : [])),
  )

const version = z.string().max(100)

function base64(maxBytes: number) {
  return z
    .base64()
    .max(Math.ceil(maxBytes / 3) * 4)
    .transform((text) => Buffer.from(text, 'base64'))
}

/** Updates are base64. */
export const readUpdatesFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, since: z.object({ document: id, seq: z.int().nonnegative() }).optional() }))
  .handler(({ data, context }) =>
    withUserMessage(ARTICLE_FETCH_ERROR, async () => {
      const found = await readUpdates(db(), context.account, data)
      return found.kind === 'updates' ? { ...found, updates: found.updates.map(toBase64) } : found
    }),
  )

export const sendPresenceFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, update: base64(MAX_PRESENCE_BYTES) }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to send presence', () => sendPresence(db(), context.account, data)),
  )

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

const seen = z.union([z.object({ document: id, seq: z.int().positive() }), z.object({ version })])

export const saveDraftFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(
    z.object({
      id,
      seen,
      note: note.optional(),
      restoredFrom: z.int().positive().optional(),
      isBackup: z.boolean().optional(),
    }),
  )
  .handler(({ data, context }) =>
    withUserMessage('Failed to save draft', () => saveDraft(db(), context.account, data, new Date())),
  )

export const publishDraftFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(
    updateChoice.and(
      z.object({
        publicationId: id,
        id,
        seen,
        /** For the message of a failure. */
        isFirst: z.boolean().default(false),
        plannedAt: plannedTime.optional(),
        note: note.optional(),
      }),
    ),
  )
  .handler(({ data, context }) =>
    withUserMessage(publishFailure(data.isFirst), () =>
      publishDraft(db(), context.account, data, new Date()),
    ),
  )

export const deleteArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to delete article', () =>
      deleteDraft(db(), context.account, data.id, new Date()),
    ),
  )

export const restoreArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to restore article', () => restoreDeleted(db(), context.account, data.id)),
  )

export const decideFeedVersionFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, hash: z.string().max(100), decision: z.enum(['use', 'dismiss']) }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to update article', () =>
      decideFeedVersion(db(), context.account, data, new Date()),
    ),
  )

export const cancelScheduleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to cancel the schedule', () =>
      cancelSchedule(db(), context.account, data.id, new Date()),
    ),
  )

export const withdrawArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(z.object({ publicationId: id, id, reason: note }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to withdraw article', () =>
      withdrawArticle(db(), context.account, data, new Date()),
    ),
  )

const reviewRequest = { id, seen }

export const reviewDraftFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(
    z.discriminatedUnion('kind', [
      z.object({
        ...reviewRequest,
        kind: z.enum(['submit', 'approve']),
        note,
        correction: correction.nullish(),
      }),
      z.object({
        ...reviewRequest,
        kind: z.literal('request-changes'),
        note: requiredNote,
      }),
    ]),
  )
  .handler(({ data, context }) =>
    withUserMessage('Failed to save review', () => reviewDraft(db(), context.account, data, new Date())),
  )

const number = z.int().positive()

const listRevisionsFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, before: number.optional() }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to fetch revisions', async () => {
      await requireReadableDraft(db(), context.account, data.id)
      return listRevisions(db(), data.id, data.before)
    }),
  )

const findRevisionFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, number }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to fetch revisions', async () => {
      await requireReadableDraft(db(), context.account, data.id)
      return findRevision(db(), data.id, data.number)
    }),
  )

export const nameRevisionFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(revisionNameForm.extend({ id, number }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to name revision', () => nameRevision(db(), context.account, data)),
  )

export const MY_WORK_FAILURE = 'Failed to load your work'

const getMyWork = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(({ context }) =>
    withUserMessage(MY_WORK_FAILURE, () => listMyWork(db(), context.account, new Date())),
  )

const getNewsroomSettings = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(() =>
    withUserMessage('Failed to fetch settings', async () => ({
      requiresSecondPerson: await secondPersonSetting.isOn(db()),
      hasSmartPunctuation: await smartPunctuationSetting.isOn(db()),
      checkLevels: await findCheckLevels(db()),
    })),
  )

export const setSecondPersonRequiredFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ isRequired: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to update setting', () =>
      secondPersonSetting.set(db(), context.account, data.isRequired),
    ),
  )

export const setSmartPunctuationFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ isOn: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to update setting', () =>
      smartPunctuationSetting.set(db(), context.account, data.isOn),
    ),
  )

/** Newsroom §2, Publish check. */
export const setCheckLevelsFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.partialRecord(z.enum(PUBLISH_CHECKS), z.enum(CHECK_LEVELS)))
  .handler(({ data, context }) =>
    withUserMessage('Failed to update setting', () => changeCheckLevels(db(), context.account, data)),
  )

export const findDeadLinksFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(draftFormSchema.pick({ content: true }))
  .handler(({ data, context }) =>
    withUserMessage('Failed to check links', () =>
      linkChecker().findDeadLinks(context.account, data.content),
    ),
  )

/** `revision` is the one with this form: adds its corrections and times. */
export const previewArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(
    z.object({
      form: draftFormSchema,
      id: id.optional(),
      revision: z.object({ id, number: z.number().int().positive() }).optional(),
    }),
  )
  .handler(({ data: { form, id, revision }, context: { account } }) =>
    withUserMessage('Failed to load preview', async () => {
      if (!revision) return previewArticleFor(account, form, { id })
      await requireReadableDraft(db(), account, revision.id)
      const [corrections, times] = await Promise.all([
        listCorrectionsOfRevision(db(), revision.id, revision.number),
        findTimesOfRevision(db(), revision.id, revision.number),
      ])
      return previewArticleFor(account, form, { id, corrections, times })
    }),
  )

export const adminArticlesQuery = (filter: ArticleListFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'articles', 'list', filter],
    queryFn: ({ pageParam }) => listAdminArticlesFn({ data: { filter, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // Keeps the list's pages and scroll position while an article is edited.
    gcTime: Number.POSITIVE_INFINITY,
    meta: { tags: ['articles', 'admin:drafts', 'admin:topics'] },
  })

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'draft', id],
    queryFn: () => findDraftFn({ data: { id } }),
    meta: { tags: ['admin:drafts', `article:${id}`] },
  })

/** The copy of an article on this device; null if there is none. */
export const draftCopyQuery = (owner: string, id: string) =>
  queryOptions({
    queryKey: ['admin', 'draft-copy', owner, id],
    queryFn: async () => ((await findDraftCopy(owner, id))?.stored ?? null) as Draft | null,
    gcTime: 0,
    meta: { tags: [] },
  })

/** Published articles, by words of the headline. */
export const linkTargetsQuery = (q: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'link-targets', q],
    queryFn: () => getLinkTargets({ data: { q } }),
    meta: { tags: ['articles'] },
  })

export const myWorkQuery = queryOptions({
  queryKey: ['admin', 'my-work'],
  queryFn: () => getMyWork(),
  meta: { tags: ['admin:drafts'] },
})

export const newsroomSettingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'newsroom'],
  queryFn: () => getNewsroomSettings(),
  meta: { tags: ['settings'] },
})

export const revisionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'articles', 'revisions', id],
    queryFn: ({ pageParam }) => listRevisionsFn({ data: { id, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    meta: { tags: ['admin:drafts'] },
  })

/** A revision never changes. */
export const revisionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'revisions', id, number],
    queryFn: () => findRevisionFn({ data: { id, number } }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { tags: [] },
  })
