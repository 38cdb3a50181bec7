import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { MAX_RELATED } from './rules/related.ts'
import { embedDescriber } from './server/describe-embed.server.ts'
import { findRelatedArticles } from './server/related-articles.server.ts'

export const embedFailure = () => phrase('Failed to load the description of the embed')

const describeEmbedFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ address: z.string().max(MAX_URL_LENGTH) }))
  .handler(({ data, context }) =>
    withUserMessage(embedFailure(), () => embedDescriber().find(context.account, data.address, new Date())),
  )

export const describeEmbed = (address: string, signal?: AbortSignal) =>
  describeEmbedFn({ data: { address }, ...(signal && { signal }) })

const getRelatedArticles = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ ids: z.array(id).max(MAX_RELATED) }))
  .handler(({ data: { ids } }) =>
    withUserMessage(phrase('Failed to fetch related articles'), async () =>
      Object.fromEntries(await findRelatedArticles(db(), ids)),
    ),
  )

/** Returns the published articles among `ids`, by id. */
export const relatedArticlesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'related', ids],
    queryFn: () => getRelatedArticles({ data: { ids: ids.slice(0, MAX_RELATED) } }),
    meta: { tags: ['articles'] },
  })
