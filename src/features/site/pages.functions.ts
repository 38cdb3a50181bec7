import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { strictArguments } from '#platform/http/strict-arguments.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { STATIC_PAGE_NAMES, STATIC_PAGES, type StaticPageName, staticPageTitle } from './rules/static-page.ts'
import { findStaticPage } from './server/pages.server.ts'
import { shellQuery } from './settings.functions.ts'

const getStaticPage = createServerFn({ method: 'GET' })
  .validator(strictArguments(z.strictObject({ name: z.enum(STATIC_PAGE_NAMES) })))
  .handler(({ data }) =>
    withUserMessage(phrase('Failed to load page content'), () =>
      findStaticPage(db(), data.name, { origin: siteOrigin(), today: new Date().toISOString() }),
    ),
  )

export const staticPageQuery = (name: StaticPageName) =>
  queryOptions({
    queryKey: ['settings', 'page', name],
    queryFn: () => getStaticPage({ data: { name } }),
    meta: { tags: ['settings'] },
  })

export async function loadStaticPage(queryClient: QueryClient, name: StaticPageName) {
  const [site, { description }] = await Promise.all([
    queryClient.ensureQueryData(shellQuery),
    queryClient.ensureQueryData(staticPageQuery(name)),
  ])
  return { site, page: { ...STATIC_PAGES[name], title: staticPageTitle(name), description } }
}
