import type { IncomingMessage } from 'node:http'
import { createLastKnownValues } from '#platform/concurrency/last-known-values.ts'

/** Who may see an upload. Nobody may see one that does not exist. */
export type UploadAudience = 'everybody' | 'staff' | 'nobody'

const MAX_NAMES = 10_000
const MAX_AGE_MS = 60_000

export type UploadAudiences = {
  /** Rejects while the database does not respond and nothing is known: "nobody" would say that the upload is missing. */
  find(name: string, request: IncomingMessage): Promise<UploadAudience>
  /** Call it when articles or settings have changed. */
  expire(): void
  /** Call it when articles were removed, or may have been. */
  forget(): void
}

/**
 * Readers see the uploads that something published uses, people with access to the admin area all uploads, and people
 * with a preview link those of its article: names are easy to guess.
 *
 * Without the database, readers see what was public when last checked.
 *
 * @param options all reject without the database
 */
export function createUploadAudiences(options: {
  exists(name: string): Promise<boolean>
  isPublic(name: string): Promise<boolean>
  hasAdminAccess(request: IncomingMessage): Promise<boolean>
  /** Whether the request names a preview link of an article with the upload. */
  isShared(name: string, request: IncomingMessage): Promise<boolean>
}): UploadAudiences {
  const { exists, isPublic, hasAdminAccess, isShared } = options
  const known = createLastKnownValues({ lookUp: isPublic, maxValues: MAX_NAMES, maxAgeMs: MAX_AGE_MS })
  return {
    async find(name, request) {
      // Anybody can invent names.
      if (!(await exists(name))) return 'nobody'
      if (await known.find(name)) return 'everybody'
      const isAllowed = (await hasAdminAccess(request)) || (await isShared(name, request))
      return isAllowed ? 'staff' : 'nobody'
    },
    expire: () => known.expire(),
    forget: () => known.forget(),
  }
}
