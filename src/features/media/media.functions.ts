import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'
import { db } from '#platform/database/db.server.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { env } from '#platform/process/env.server.ts'
import { MAX_NAMES } from './rules/ended-rights.ts'
import { imageForm } from './rules/image-form.ts'
import { type LibraryFilter, parseLibraryFilter } from './rules/library-params.ts'
import { deleteImage, saveImage } from './server/change-image.server.ts'
import { findEndedRights } from './server/ended-rights.server.ts'
import { imageFetcher } from './server/fetch-image.server.ts'
import { findImageDetail, listImages, listUploaders } from './server/library.server.ts'
import { uploadsFolder } from './server/uploads-folder.server.ts'

export const LIBRARY_FAILURE = 'Failed to fetch images'
export const IMAGE_FAILURE = 'Failed to fetch image'
const RIGHTS_FAILURE = 'Failed to check the rights of files'
const UPLOADERS_FAILURE = 'Failed to fetch people'
export const FETCH_IMAGE_FAILURE = 'Failed to load image'
export const SAVE_IMAGE_FAILURE = 'Failed to save image'
export const DELETE_IMAGE_FAILURE = 'Failed to delete image'

const filter = z.record(z.string().max(50), z.string().max(1_000)).transform(parseLibraryFilter)

const getImages = createServerFn({ method: 'GET' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ filter, before: z.string().max(100).optional() }))
  .handler(({ data: { filter, before }, context }) =>
    withUserMessage(LIBRARY_FAILURE, () =>
      listImages(db(), context.account, { ...filter, before }, new Date()),
    ),
  )

const getImage = createServerFn({ method: 'GET' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(IMAGE_FAILURE, () => findImageDetail(db(), context.account, data.id)),
  )

const getEndedRights = createServerFn({ method: 'POST' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ names: z.array(z.string().max(200)).max(MAX_NAMES) }))
  .handler(({ data }) => withUserMessage(RIGHTS_FAILURE, () => findEndedRights(db(), data.names, new Date())))

const getUploaders = createServerFn({ method: 'GET' })
  .middleware([requireCapability('image.read-all')])
  .handler(() => withUserMessage(UPLOADERS_FAILURE, () => listUploaders(db())))

const fetchImageFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ id, address: z.string().max(MAX_URL_LENGTH) }))
  .handler(({ data, context }) =>
    withUserMessage(FETCH_IMAGE_FAILURE, () => imageFetcher().fetch(context.account, data, new Date())),
  )

/** Adds an image of another site to the library. */
export const fetchImage = (data: { id: string; address: string }, signal: AbortSignal) =>
  fetchImageFn({ data, signal })

export const saveImageFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ id, form: imageForm }))
  .handler(({ data: { id, form }, context }) =>
    withUserMessage(SAVE_IMAGE_FAILURE, () => saveImage(db(), context.account, { id, ...form })),
  )

export const deleteImageFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('image.upload')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(DELETE_IMAGE_FAILURE, () =>
      deleteImage({ db: db(), bucket: openBucket(uploadsFolder(env())) }, context.account, data.id),
    ),
  )

export const libraryQuery = (filter: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'media', 'list', filter],
    queryFn: ({ pageParam }) => getImages({ data: { filter: { ...filter }, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    meta: { tags: ['admin:media', 'admin:drafts'] },
  })

export const imageQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'media', 'image', id],
    queryFn: () => getImage({ data: { id } }),
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
