import { queryOptions } from '@tanstack/react-query'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { storedDocuments } from '#ui/admin/stored-documents.ts'

/** The copy of an article on this device; null if there is none. */
export const draftCopyQuery = (owner: string, id: string) =>
  queryOptions({
    queryKey: ['admin', 'draft-copy', owner, id],
    queryFn: async () =>
      ((await storedDocuments.list(owner, id).catch(() => []))[0]?.stored ?? null) as Draft | null,
    gcTime: 0,
    meta: { tags: [] },
  })
