import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { articlesFailure } from '#features/articles/rules/fetch-error.ts'
import { type FollowedKey, isFollowedKey, MAX_FOLLOWED } from '#features/reading/rules/followed.ts'
import { isCursor } from '#kernel/cursor.ts'
import { db } from '#platform/database/db.server.ts'
import { strictArguments } from '#platform/http/strict-arguments.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { type CollectionKind, findCollection, listCollection } from './server/collections.server.ts'
import { listFollowed } from './server/followed.server.ts'

const collection = { kind: z.enum(['author', 'topic']), slug: z.string().check(z.maxLength(1_000)) }

/** @throws the router's notFound if there is no such person or topic */
const getCollection = createServerFn({ method: 'GET' })
  .validator(strictArguments(z.strictObject(collection)))
  .handler(async ({ data }) => {
    const found = await withUserMessage(articlesFailure(), () => findCollection(db(), data.kind, data.slug))
    if (!found) throw notFound()
    return found
  })

/** @throws the router's notFound if there is no such person or topic */
const getCollectionArticles = createServerFn({ method: 'GET' })
  .validator(
    strictArguments(
      z.strictObject({ ...collection, before: z.optional(z.string().check(z.refine(isCursor))) }),
    ),
  )
  .handler(async ({ data }) => {
    const list = await withUserMessage(articlesFailure(), () => listCollection(db(), data))
    if (!list) throw notFound()
    return list
  })

const tagsOf = (kind: CollectionKind, slug: string) =>
  [kind === 'topic' ? (`topic:${slug}` as const) : (`author:${slug}` as const)] as const

export const collectionQuery = (kind: CollectionKind, slug: string) =>
  queryOptions({
    queryKey: ['collections', kind, slug],
    queryFn: () => getCollection({ data: { kind, slug } }),
    meta: { tags: tagsOf(kind, slug) },
  })

/** The list of followed topics, authors and sections is stored on the device only. POST, so that the response is not cached. */
const getFollowed = createServerFn({ method: 'POST' })
  .validator(
    z.object({
      keys: z.array(z.unknown()).check(z.maxLength(MAX_FOLLOWED)),
      before: z.optional(z.string().check(z.refine(isCursor))),
    }),
  )
  .handler(({ data }) =>
    withUserMessage(articlesFailure(), () =>
      listFollowed(db(), { keys: data.keys.filter(isFollowedKey), before: data.before }),
    ),
  )

/** Disabled until the reader follows something. */
export const followedQuery = (keys: readonly FollowedKey[]) =>
  infiniteQueryOptions({
    queryKey: ['collections', 'followed', keys],
    queryFn: ({ pageParam }) => getFollowed({ data: { keys: [...keys], before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.list.next ?? undefined,
    enabled: keys.length > 0,
    meta: { tags: ['articles'] },
  })

export const collectionArticlesQuery = (kind: CollectionKind, slug: string, before?: string) =>
  infiniteQueryOptions({
    queryKey: ['collections', kind, slug, 'articles', before ?? null],
    queryFn: ({ pageParam }) => getCollectionArticles({ data: { kind, slug, before: pageParam } }),
    initialPageParam: before,
    getNextPageParam: (page) => page.next ?? undefined,
    meta: { tags: tagsOf(kind, slug) },
  })
