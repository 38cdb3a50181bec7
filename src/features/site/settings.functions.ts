import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { categoryColours } from '#features/categories/server/load-categories.server.ts'
import { localeVersion } from '#features/language/server/language.server.ts'
import { categories } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { place } from '#kernel/time/place.ts'
import { formatLongDay } from '#kernel/time/zoned-time.ts'
import { db } from '#platform/database/db.server.ts'
import { noArguments } from '#platform/http/strict-arguments.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { findPublicSettings } from './server/public-settings.server.ts'

const getShell = createServerFn({ method: 'GET' })
  .validator(noArguments)
  .handler(async () => ({
    settings: await withUserMessage(phrase('Failed to fetch settings'), () => findPublicSettings(db())),
    origin: siteOrigin(),
    locale: localeVersion(),
    categories,
    categoryColours: categoryColours(),
    // The server's date, so that hydration matches.
    today: formatLongDay(new Date().toISOString(), place().locale),
  }))

/** `today` is the text of the header; `locale` identifies the language of the page (`localeVersion`); `categoryColours` is CSS. */
export const shellQuery = queryOptions({
  queryKey: ['settings', 'shell'],
  queryFn: () => getShell(),
  meta: { tags: ['settings'] },
})
