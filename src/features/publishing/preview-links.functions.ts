import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from './server/preview-links.server.ts'

export const previewLinksFailure = () => phrase('Failed to fetch preview links')

const getPreviewLinks = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(previewLinksFailure(), () =>
      listPreviewLinks(db(), context.account, data.id, new Date()),
    ),
  )

export const createPreviewLinkFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to create preview link'), () =>
      createPreviewLink(db(), context.account, data.id, new Date()),
    ),
  )

export const revokePreviewLinkFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, linkId: id }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to revoke preview link'), () =>
      revokePreviewLink(db(), context.account, data),
    ),
  )

export const previewLinksQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'preview-links', id],
    queryFn: () => getPreviewLinks({ data: { id } }),
    meta: { tags: ['admin:drafts'] },
  })
