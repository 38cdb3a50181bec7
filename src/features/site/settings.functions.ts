import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { db } from '#platform/database/db.server.ts'
import { orFail } from '#platform/public-failure.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { findPublicSettings } from './server/public-settings.server.ts'

const getShell = createServerFn({ method: 'GET' }).handler(async () => ({
  settings: await orFail('Failed to fetch settings', () => findPublicSettings(db())),
  origin: siteOrigin(),
  // The server's date, so that hydration matches.
  today: new Date().toISOString(),
}))

/** The data of the frame around reader pages: public settings, origin and today's date (ISO 8601). */
export const shellQuery = queryOptions({
  queryKey: ['settings', 'shell'],
  queryFn: () => getShell(),
  meta: { tags: ['settings'] },
})
