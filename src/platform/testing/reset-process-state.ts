import { afterAll, inject, vi } from 'vitest'
import { setCategories } from '#kernel/category.ts'
import { setDatabase } from '#platform/database/db.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'

// A worker runs several test files.
setDatabase(undefined)
setCategories(inject('categories'))
setSiteOrigin({ SITE_URL: undefined }, 3000)

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
