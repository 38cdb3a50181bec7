import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { db } from '#platform/database/db.server.ts'
import { noArguments } from '#platform/http/strict-arguments.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { findPublicSettings } from './server/public-settings.server.ts'

const getShell = createServerFn({ method: 'GET' })
  .validator(noArguments)
  .handler(async () => ({
    settings: await withUserMessage('Failed to fetch settings', () => findPublicSettings(db())),
    origin: siteOrigin(),
    // The server's date, so that hydration matches.
    today: new Date().toISOString(),
  }))

/** `today` is ISO 8601. */
export const shellQuery = queryOptions({
  queryKey: ['settings', 'shell'],
  queryFn: () => getShell(),
  meta: { tags: ['settings'] },
})
