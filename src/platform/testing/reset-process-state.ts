import { afterAll, vi } from 'vitest'
import { setDatabase } from '#platform/database/db.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'

// A worker runs several test files.
setDatabase(undefined)
setSiteOrigin({ SITE_URL: undefined }, 3000)

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
