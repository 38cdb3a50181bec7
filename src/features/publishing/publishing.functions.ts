import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { showBlocks } from '#features/blocks/server/show-blocks.server.ts'
import { clientId } from '#features/collaboration/rules/client-id.ts'
import { draftFormSchema } from '#features/drafts/rules/article-form.ts'
import {
  correction,
  formHash,
  note,
  requiredNote,
  revisionNumber,
  updateChoice,
} from '#features/drafts/rules/publication-forms.ts'
import { articleFailure, publishFailure } from '#features/drafts/rules/publish-labels.ts'
import {
  findTimesOfRevision,
  listCorrectionsOfRevision,
  requireReadableDraft,
} from '#features/drafts/server/revisions.server.ts'
import { waitingPostsSetting } from '#features/live/server/coverage.server.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { instant } from '#kernel/time/instant-field.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { MAX_HISTORY_EVENTS } from './rules/history.ts'
import { CHECK_LEVELS, PUBLISH_CHECKS } from './rules/publish-check.ts'
import { linkChecker } from './server/article-links.server.ts'
import { deleteDraft, restoreDeleted } from './server/bin.server.ts'
import { decideFeedVersion } from './server/decide-feed-version.server.ts'
import { findDraft } from './server/find-draft.server.ts'
import { listHistory } from './server/list-history.server.ts'
import {
  changeCheckLevels,
  findCheckLevels,
  secondPersonSetting,
  smartPunctuationSetting,
} from './server/newsroom-settings.server.ts'
import { previewArticleFor } from './server/preview-article.server.tsx'
import { publishDraft } from './server/publish-draft.server.ts'
import { restoreRevision } from './server/restore-revision.server.ts'
import { reviewDraft } from './server/review-draft.server.ts'
import { saveDraft } from './server/save-draft.server.ts'
import { cancelWithdrawal, scheduleWithdrawal } from './server/scheduled-withdrawals.server.ts'
import { cancelSchedule, moveSchedule } from './server/schedules.server.ts'
import { withdrawArticle } from './server/withdraw-article.server.ts'

const findDraftFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(articleFailure(), () => findDraft(db(), data.id, context.account)),
  )

const base = z.union([z.object({ version: z.int().nonnegative() }), z.object({ formHash })])

export const saveDraftFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(
    z.object({
      id,
      base,
      note: note.optional(),
    }),
  )
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to save draft'), () => saveDraft(db(), context.account, data, new Date())),
  )

export const restoreRevisionFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, number: revisionNumber, version: z.int().nonnegative(), client: clientId }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to restore revision'), () =>
      restoreRevision(db(), context.account, data, new Date()),
    ),
  )

export const publishDraftFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(
    updateChoice.and(
      z.object({
        publicationId: id,
        id,
        base,
        /** For the message of a failure. */
        isFirst: z.boolean().default(false),
        plannedAt: instant.optional(),
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
    withUserMessage(phrase('Failed to delete article'), () =>
      deleteDraft(db(), context.account, data.id, new Date()),
    ),
  )

export const restoreArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to restore article'), () =>
      restoreDeleted(db(), context.account, data.id),
    ),
  )

export const decideFeedVersionFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, hash: z.string().max(100), decision: z.enum(['use', 'dismiss']) }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to update article'), () =>
      decideFeedVersion(db(), context.account, data, new Date()),
    ),
  )

export const cancelScheduleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to cancel the schedule'), () =>
      cancelSchedule(db(), context.account, data.id, new Date()),
    ),
  )

export const withdrawArticleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(z.object({ publicationId: id, id, reason: note }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to withdraw article'), () =>
      withdrawArticle(db(), context.account, data, new Date()),
    ),
  )

const reviewRequest = { id, base }

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
    withUserMessage(phrase('Failed to save review'), () =>
      reviewDraft(db(), context.account, data, new Date()),
    ),
  )

const getNewsroomSettings = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(() =>
    withUserMessage(phrase('Failed to fetch settings'), async () => ({
      requiresSecondPerson: await secondPersonSetting.isOn(db()),
      hasSmartPunctuation: await smartPunctuationSetting.isOn(db()),
      doLivePostsWait: await waitingPostsSetting.isOn(db()),
      checkLevels: await findCheckLevels(db()),
    })),
  )

export const setSecondPersonRequiredFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ isRequired: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to update setting'), () =>
      secondPersonSetting.set(db(), context.account, data.isRequired),
    ),
  )

export const setSmartPunctuationFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ isOn: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to update setting'), () =>
      smartPunctuationSetting.set(db(), context.account, data.isOn),
    ),
  )

export const setLivePostsWaitFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ isOn: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to update setting'), () =>
      waitingPostsSetting.set(db(), context.account, data.isOn),
    ),
  )

/** Newsroom §2, Publish check. */
export const setCheckLevelsFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.partialRecord(z.enum(PUBLISH_CHECKS), z.enum(CHECK_LEVELS)))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to update setting'), () => changeCheckLevels(db(), context.account, data)),
  )

export const findDeadLinksFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(draftFormSchema.pick({ content: true }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to check links'), () =>
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
      revision: z.object({ id, number: revisionNumber }).optional(),
    }),
  )
  .handler(({ data: { form, id, revision }, context: { account } }) =>
    withUserMessage(phrase('Failed to load preview'), async () => {
      if (!revision) return (await showBlocks(db(), await previewArticleFor(account, form, { id }))).html
      await requireReadableDraft(db(), account, revision.id)
      const [corrections, times] = await Promise.all([
        listCorrectionsOfRevision(db(), revision.id, revision.number),
        findTimesOfRevision(db(), revision.id, revision.number),
      ])
      return (await showBlocks(db(), await previewArticleFor(account, form, { id, corrections, times }))).html
    }),
  )

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'draft', id],
    queryFn: () => findDraftFn({ data: { id } }),
    meta: { tags: ['admin:drafts', `article:${id}`] },
  })

export const newsroomSettingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'newsroom'],
  queryFn: () => getNewsroomSettings(),
  meta: { tags: ['settings'] },
})

export const moveScheduleFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(z.object({ id, kind: z.enum(['publish', 'withdraw']), plannedAt: instant }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to move publication'), () =>
      moveSchedule(db(), context.account, data, new Date()),
    ),
  )

export const scheduleWithdrawalFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(z.object({ id, publicationId: id, plannedAt: instant, reason: note }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to schedule the withdrawal'), () =>
      scheduleWithdrawal(db(), context.account, data, new Date()),
    ),
  )

export const cancelWithdrawalFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.publish')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to cancel the withdrawal'), () =>
      cancelWithdrawal(db(), context.account, data.id, new Date()),
    ),
  )

export const historyFailure = () => phrase('Failed to fetch history')

const getHistory = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, limit: z.int().min(1).max(MAX_HISTORY_EVENTS) }))
  .handler(({ data, context }) =>
    withUserMessage(historyFailure(), () => listHistory(db(), context.account, data)),
  )

/** @param limit number of events */
export const historyQuery = (id: string, limit: number) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'history', id, limit],
    queryFn: () => getHistory({ data: { id, limit } }),
    meta: { tags: ['admin:drafts'] },
  })
