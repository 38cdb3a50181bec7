import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { instant } from '#kernel/time/instant-field.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { renderPreviewPage } from '#platform/render/preview-page.server.ts'
import { frontPage } from './rules/front.ts'
import type { FrontPage } from './rules/front-page.ts'

export const previewFrontFailure = () => phrase('Failed to load the preview')

const previewFront = createServerFn({ method: 'POST' })
  .middleware([requireCapability('front.curate')])
  .validator(z.object({ page: frontPage, at: instant.optional() }))
  .handler(({ data: { page, at = null } }) =>
    withUserMessage(previewFrontFailure(), () =>
      renderPreviewPage(page === 'home' ? '/' : `/${page}`, { at }),
    ),
  )

/**
 * The HTML of the reader page with the draft, or as the page stood at an instant.
 *
 * @param at ISO 8601
 */
export const previewFrontQuery = (page: FrontPage, at?: string) =>
  queryOptions({
    queryKey: ['admin', 'front', page, 'preview', at ?? null],
    queryFn: ({ signal }) => previewFront({ data: { page, at }, signal }),
    staleTime: 0,
    meta: { tags: ['admin:front', 'articles', 'breaking', 'settings'] },
  })
