import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { newsFetcher } from '../ingest/fetch-news.server.ts'
import { refreshFeeds } from '../ingest/refresh-feeds.server.ts'
import { type FeedFields, feedFormSchema, MAX_OPML_LENGTH } from '../model/feed-form.ts'
import { hasEnabledFeeds, listFeeds, listFeedsWithHealth } from '../model/feeds.server.ts'
import { formatOpml } from '../parse/opml.ts'
import { createFeed, deleteFeed, setFeedEnabled, updateFeed } from './server/edit-feed.server.ts'
import { importFeeds } from './server/import-feeds.server.ts'

export const feedsFailure = () => phrase('Failed to load feeds')
export const feedTestFailure = () => phrase('Failed to test the feed')
export const feedAddFailure = () => phrase('Failed to add feed')
export const feedUpdateFailure = () => phrase('Failed to update feed')
export const feedDeleteFailure = () => phrase('Failed to delete feed')
export const importFailure = () => phrase('Failed to import feeds')
export const opmlFailure = () => phrase('Failed to export feeds')
/** Spec §8. The context keeps servers from translating it, as they do for readers. */
export const refreshFailure = () => phrase('Failed to refresh content', undefined, 'admin area')

const getFeeds = createServerFn({ method: 'GET' })
  .middleware([requireCapability('feeds.manage')])
  .handler(() => withUserMessage(feedsFailure(), () => listFeedsWithHealth(db())))

const postFeedTest = createServerFn({ method: 'POST' })
  .middleware([requireCapability('feeds.manage')])
  .validator(feedFormSchema.pick({ url: true }))
  .handler(({ data }) => withUserMessage(feedTestFailure(), () => newsFetcher().testFeed(data.url)))

const postNewFeed = createServerFn({ method: 'POST' })
  .middleware([requireCapability('feeds.manage')])
  .validator(feedFormSchema)
  .handler(({ data, context }) =>
    withUserMessage(feedAddFailure(), async () => {
      const added = await createFeed(db(), context.account, data)
      if (added.kind === 'rejected') return added
      const { id, title, url } = added.feed
      return { kind: added.kind, id, name: title || url }
    }),
  )

const postFeedChange = createServerFn({ method: 'POST' })
  .middleware([requireCapability('feeds.manage')])
  .validator(z.object({ id, base: feedFormSchema, typed: feedFormSchema }))
  .handler(({ data, context }) =>
    withUserMessage(feedUpdateFailure(), () => updateFeed(db(), context.account, data)),
  )

const postFeedSwitch = createServerFn({ method: 'POST' })
  .middleware([requireCapability('feeds.manage')])
  .validator(z.object({ id, enabled: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(feedUpdateFailure(), () => setFeedEnabled(db(), context.account, data)),
  )

const postFeedDeletion = createServerFn({ method: 'POST' })
  .middleware([requireCapability('feeds.manage')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(feedDeleteFailure(), () => deleteFeed(db(), context.account, data)),
  )

const postOpml = createServerFn({ method: 'POST' })
  .middleware([requireCapability('feeds.manage')])
  .validator(z.object({ opml: z.string().max(MAX_OPML_LENGTH) }))
  .handler(({ data, context }) =>
    withUserMessage(importFailure(), () => importFeeds(db(), context.account, data.opml)),
  )

const getOpml = createServerFn({ method: 'GET' })
  .middleware([requireCapability('feeds.manage')])
  .handler(() => withUserMessage(opmlFailure(), async () => formatOpml(await listFeeds(db()), new Date())))

const postFeedRefresh = createServerFn({ method: 'POST' })
  .middleware([requireCapability('feeds.manage')])
  .validator(z.object({ feedId: z.optional(id) }))
  .handler(({ data, context }) =>
    withUserMessage(refreshFailure(), async () => ({
      ...(await refreshFeeds(db(), newsFetcher(), context.account, data.feedId)),
      hasEnabledFeeds: await hasEnabledFeeds(db()),
    })),
  )

export const feedsQuery = queryOptions({
  queryKey: ['admin', 'feeds', 'list'],
  queryFn: () => getFeeds(),
  meta: { tags: ['admin:feeds'] },
})

export const testAddress = (url: string, signal: AbortSignal) => postFeedTest({ data: { url }, signal })

export const addNewFeed = (feed: FeedFields, signal: AbortSignal) => postNewFeed({ data: feed, signal })

export const saveFeed = (form: { id: string; base: FeedFields; typed: FeedFields }, signal: AbortSignal) =>
  postFeedChange({ data: form, signal })

/** @returns whether the feed exists */
export const switchFeed = (feed: { id: string; enabled: boolean }) => postFeedSwitch({ data: feed })

/** @returns whether the feed existed */
export const removeFeedById = (id: string, signal: AbortSignal) => postFeedDeletion({ data: { id }, signal })

export const importOpml = (opml: string, signal: AbortSignal) => postOpml({ data: { opml }, signal })

export const exportOpml = () => getOpml()

export const refreshNow = (feedId?: string) => postFeedRefresh({ data: { feedId } })
