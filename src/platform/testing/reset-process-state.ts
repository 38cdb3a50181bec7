import { afterAll, vi } from 'vitest'
import { setDatabase } from '#platform/database/db.server.ts'
import { setSiteOrigin } from '#platform/site-origin.server.ts'

// A worker process runs many test files: each starts from the state of a new process.
setDatabase(undefined)
setSiteOrigin({ SITE_URL: undefined }, 3000)

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
