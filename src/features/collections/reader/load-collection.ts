import type { QueryClient } from '@tanstack/react-query'
import { shellQuery } from '#features/site/settings.functions.ts'
import { collectionArticlesQuery, collectionQuery } from '../collections.functions.ts'
import { collectionHead } from '../rules/collection.ts'
import type { CollectionKind } from '../server/collections.server.ts'

type Address = { kind: CollectionKind; slug: string; before: string | undefined }

/** Loads the data of a {@link CollectionPage}, and describes the page for its head. */
export async function loadCollection(queryClient: QueryClient, { kind, slug, before }: Address) {
  const [site, collection, { pages }] = await Promise.all([
    queryClient.ensureQueryData(shellQuery),
    queryClient.ensureQueryData(collectionQuery(kind, slug)),
    queryClient.ensureInfiniteQueryData(collectionArticlesQuery(kind, slug, before)),
  ])
  const hasArticles = pages.some(({ articles }) => articles.length > 0)
  return { site, page: collectionHead(collection, { before, hasArticles }) }
}
