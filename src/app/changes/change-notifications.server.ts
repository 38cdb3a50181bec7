import * as z from 'zod'
import { draftTopic, frontTopic } from '#features/collaboration/rules/stream-topic.ts'
import { listFrontPages } from '#features/front/rules/front-page.ts'
import type { AdminTag, CacheTag } from '#kernel/cache-tags.ts'
import { parseJson } from '#kernel/parameters.ts'
import type { NotificationListener } from '#platform/database/notifications.server.ts'
import { isIngestChange, listenForPacedNotifications } from './pace-ingest-changes.server.ts'

/** See the functions `announce_…` in migrations/0000_baseline.sql. */
export const CHANNEL = 'masthead_live'

const ADMIN_TAGS = {
  users: ['admin:users'],
  invitations: ['admin:users'],
  feeds: ['admin:feeds'],
  newsletter_subscribers: ['admin:subscribers'],
  newsletter_campaigns: ['admin:campaigns'],
  audit_log: ['admin:audit'],
  drafts: ['admin:drafts'],
  reviews: ['admin:drafts'],
  preview_links: ['admin:drafts'],
  feed_versions: ['admin:drafts'],
  publications: ['admin:drafts', 'admin:publications'],
  notes: ['admin:notes'],
  inbox_items: ['admin:inbox'],
  saved_views: ['admin:views'],
  backup_runs: ['admin:backups'],
  topics: ['admin:topics'],
  redirects: ['admin:redirects'],
  imports: ['admin:imports'],
  exports: ['admin:exports'],
  authors: ['admin:people'],
  author_aliases: ['admin:people'],
  article_authors: ['admin:people'],
  media: ['admin:media'],
  article_topics: ['admin:drafts', 'admin:topics'],
  front_publications: ['admin:front'],
  cdn_state: ['admin:cdn'],
} as const satisfies Record<string, readonly AdminTag[]>

const notification = z.union([
  z.object({
    table: z.literal('articles'),
    source: z.literal('ingest'),
    categories: z.array(z.string()),
    breaking: z.boolean(),
    id: z.optional(z.string()),
  }),
  z.object({
    table: z.literal('articles'),
    id: z.string(),
    categories: z.optional(z.array(z.string())),
    breaking: z.optional(z.boolean()),
  }),
  // The pages of a person or topic, by slug. With an id, its name or address has changed, which articles show.
  z.object({ author: z.string(), id: z.optional(z.string()) }),
  z.object({ topic: z.string(), id: z.optional(z.string()) }),
  // The page of an article, whose byline or topics have changed.
  z.object({ article: z.string() }),
  z.object({ table: z.literal('live_posts'), id: z.string() }),
  z.object({ table: z.literal('site_settings') }),
  z.object({ table: z.literal('categories') }),
  z.object({ table: z.literal('looks'), published: z.optional(z.boolean()) }),
  z.object({ table: z.literal('phrases') }),
  z.object({ table: z.literal('most_read') }),
  z.object({ table: z.literal('breaking_bar') }),
  z.object({
    table: z.literal('fronts'),
    page: z.optional(z.string()),
    published: z.optional(z.boolean()),
  }),
  z.object({ table: z.enum(Object.keys(ADMIN_TAGS) as (keyof typeof ADMIN_TAGS)[]) }),
])

/**
 * Returns the tags of the data that a change affects.
 *
 * @param announced a parsed payload
 * @returns null when anything may have changed
 */
export function findChangeTags(announced: unknown): CacheTag[] | null {
  const parsed = notification.safeParse(announced)
  if (!parsed.success) return null
  const change = parsed.data
  if ('article' in change) return [`article:${change.article}`]
  if ('author' in change)
    return ['authors', `author:${change.author}`, ...(change.id ? [`author-name:${change.id}` as const] : [])]
  if ('topic' in change)
    return ['topics', `topic:${change.topic}`, ...(change.id ? [`topic-name:${change.id}` as const] : [])]
  if (change.table === 'site_settings') return ['settings']
  if (change.table === 'categories') return ['categories']
  if (change.table === 'looks')
    return [...(change.published === false ? [] : (['look'] as const)), 'admin:look']
  if (change.table === 'phrases') return ['phrases']
  if (change.table === 'most_read') return ['most-read']
  if (change.table === 'breaking_bar') return ['breaking', 'admin:front']
  if (change.table === 'fronts') return ['admin:front', ...publishedFronts(change)]
  if (change.table === 'live_posts') return [`live:${change.id}`, 'live-posts', 'admin:live']
  if (change.table !== 'articles') return [...ADMIN_TAGS[change.table]]
  return [
    'articles',
    ...(change.id === undefined ? [] : ([`article:${change.id}`] as const)),
    ...(change.categories ?? []).map((category) => `category:${category}` as const),
    ...(change.breaking ? (['breaking'] as const) : []),
  ]
}

/** Without a page, all fronts may have changed. */
function publishedFronts({
  page,
  published,
}: {
  page?: string | undefined
  published?: boolean | undefined
}) {
  if (page !== undefined) return published ? [`front:${page}` as const] : []
  return listFrontPages().map((name) => `front:${name}` as const)
}

const removal = z.object({ table: z.literal('articles'), op: z.literal('DELETE'), id: z.string() })

/** @returns the id of an article that was withdrawn or deleted; undefined for other changes */
export function findRemovedId(announced: unknown): string | undefined {
  return removal.safeParse(announced).data?.id
}

const presence = z.looseObject({})
const topicMessage = z.union([
  z.object({ draft: z.uuid(), version: z.int(), batch: z.looseObject({}).optional() }),
  z.object({ draft: z.uuid(), presence }),
  z.object({ front: z.string(), presence }),
])

/** For the people who have a draft or a front open. `data` is JSON. */
type TopicEvent = { topic: string; event: 'draft' | 'presence'; data: string }

/** @returns null for what is not about an open draft or front */
export function findTopicEvent(announced: unknown): TopicEvent | null {
  const { data: message } = topicMessage.safeParse(announced)
  if (!message) return null
  const topic = 'front' in message ? frontTopic(message.front) : draftTopic(message.draft)
  return { topic, event: 'presence' in message ? 'presence' : 'draft', data: JSON.stringify(message) }
}

/** `removedId` is of an article that was withdrawn or deleted. */
type ChangeDetails = { isIngest: boolean; removedId: string | undefined }

/**
 * @param handlers.onReset anything may have changed: at first, and after a lost connection or bulk changes
 * @param handlers.onDisconnected changes may be missed
 * @throws when the first connection fails
 */
export function listenForChanges(
  url: string,
  handlers: {
    onChange(tags: CacheTag[], details: ChangeDetails): void
    onTopicEvent(event: TopicEvent): void
    onReset(): void
    onDisconnected(): void
    onError(error: Error): void
  },
  listen = listenForPacedNotifications,
): Promise<NotificationListener> {
  return listen(url, CHANNEL, {
    onNotification(payload) {
      const announced = parseJson(payload)
      const topicEvent = findTopicEvent(announced)
      if (topicEvent) return handlers.onTopicEvent(topicEvent)
      const tags = findChangeTags(announced)
      const details = { isIngest: isIngestChange(announced), removedId: findRemovedId(announced) }
      if (tags) handlers.onChange(tags, details)
      else handlers.onReset()
    },
    onGap: handlers.onReset,
    onDisconnected: handlers.onDisconnected,
    onError: handlers.onError,
  })
}
