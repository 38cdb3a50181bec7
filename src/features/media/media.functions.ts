import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { env } from '#platform/process/env.server.ts'
import { MAX_NAMES } from './rules/ended-rights.ts'
import { fileForm } from './rules/file-form.ts'
import { type LibraryFilter, parseLibraryFilter } from './rules/library-params.ts'
import { deleteFile, saveFile } from './server/change-file.server.ts'
import { findEndedRights } from './server/ended-rights.server.ts'
import { imageFetcher } from './server/fetch-image.server.ts'
import { findLibraryFileDetail, listLibraryFiles, listUploaders } from './server/library.server.ts'
import { openUploads } from './server/uploads-storage.server.ts'

export const libraryFailure = () => phrase('Failed to fetch files')
export const fileFailure = () => phrase('Failed to fetch file')
const rightsFailure = () => phrase('Failed to check the rights of files')
const uploadersFailure = () => phrase('Failed to fetch people')
export const fetchImageFailure = () => phrase('Failed to load image')
export const saveFileFailure = () => phrase('Failed to save file')
export const deleteFileFailure = () => phrase('Failed to delete file')

const filter = z.record(z.string().max(50), z.string().max(1_000)).transform(parseLibraryFilter)

const getLibraryFiles = createServerFn({ method: 'GET' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ filter, before: z.string().max(100).optional() }))
  .handler(({ data: { filter, before }, context }) =>
    withUserMessage(libraryFailure(), () =>
      listLibraryFiles(db(), context.account, { ...filter, before }, new Date()),
    ),
  )

const getLibraryFile = createServerFn({ method: 'GET' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(fileFailure(), () => findLibraryFileDetail(db(), context.account, data.id)),
  )

const getEndedRights = createServerFn({ method: 'POST' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ names: z.array(z.string().max(200)).max(MAX_NAMES) }))
  .handler(({ data }) =>
    withUserMessage(rightsFailure(), () => findEndedRights(db(), data.names, new Date())),
  )

const getUploaders = createServerFn({ method: 'GET' })
  .middleware([requireCapability('image.read-all')])
  .handler(() => withUserMessage(uploadersFailure(), () => listUploaders(db())))

const fetchImageFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ id, address: z.string().max(MAX_URL_LENGTH) }))
  .handler(({ data, context }) =>
    withUserMessage(fetchImageFailure(), () => imageFetcher().fetch(context.account, data, new Date())),
  )

/** Adds an image of another site to the library. */
export const fetchImage = (data: { id: string; address: string }, signal: AbortSignal) =>
  fetchImageFn({ data, signal })

export const saveFileFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ id, form: fileForm }))
  .handler(({ data: { id, form }, context }) =>
    withUserMessage(saveFileFailure(), () => saveFile(db(), context.account, { id, ...form })),
  )

export const deleteFileFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(deleteFileFailure(), () =>
      deleteFile({ db: db(), bucket: openUploads(env()) }, context.account, data.id),
    ),
  )

export const libraryQuery = (filter: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'media', 'list', filter],
    queryFn: ({ pageParam }) => getLibraryFiles({ data: { filter: { ...filter }, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    meta: { tags: ['admin:media', 'admin:drafts'] },
  })

export const libraryFileQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'media', 'file', id],
    queryFn: () => getLibraryFile({ data: { id } }),
    meta: { tags: ['admin:media', 'admin:drafts'] },
  })

/** @param names as `listUploadNames` returns them */
export const endedRightsQuery = (names: readonly string[]) =>
  queryOptions({
    queryKey: ['admin', 'media', 'ended-rights', names],
    queryFn: () => (names.length === 0 ? [] : getEndedRights({ data: { names: [...names] } })),
    meta: { tags: ['admin:media'] },
  })

export const uploadersQuery = queryOptions({
  queryKey: ['admin', 'media', 'uploaders'],
  queryFn: () => getUploaders(),
  meta: { tags: ['admin:media', 'admin:users'] },
})
