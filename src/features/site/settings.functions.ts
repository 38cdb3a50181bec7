import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { db } from '#platform/database/db.server.ts'
import { orFail } from '#platform/public-failure.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { findPublicSettings } from './server/settings.server.ts'

const getShell = createServerFn({ method: 'GET' }).handler(async () => ({
  settings: await orFail('Failed to fetch settings', () => findPublicSettings(db())),
  origin: siteOrigin(),
  // The date in the header comes from the server, so that what it printed is what the browser hydrates.
  today: new Date().toISOString(),
}))

/** What the frame around every reader's page shows: the public settings, the site's origin and today's date (ISO 8601). */
export const shellQuery = queryOptions({
  queryKey: ['settings', 'shell'],
  queryFn: () => getShell(),
  meta: { tags: ['settings'] },
})
