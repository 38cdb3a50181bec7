import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { listCategory } from '#features/articles/server/articles.server.ts'
import { categoryPath, GENERAL_CATEGORY } from '#kernel/category.ts'
import { id } from '#kernel/id.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { renderPreviewPage } from '#platform/render/preview-page.server.ts'
import { compileLook } from './rules/compile-look.ts'
import { FONT_FILES } from './rules/font-files.ts'
import { IMAGE_KINDS, LOOK_IMAGE_TOO_LARGE, type Look, lookForm } from './rules/look.ts'
import { LOOK_FILE_TOO_LARGE, MAX_LOOK_FILE_BYTES } from './rules/look-file.ts'
import { findPublishedLook } from './server/load-look.server.ts'
import { exportLook, importLook } from './server/look-file.server.ts'
import { storeLookImage } from './server/look-images.server.ts'
import { findLook, publishLook, saveLookDraft, undoLook } from './server/looks.server.ts'

export const LOOK_FAILURE = 'Failed to load the look'
export const SAVE_LOOK_FAILURE = 'Failed to save the look'
export const PUBLISH_LOOK_FAILURE = 'Failed to publish the look'
export const PREVIEW_LOOK_FAILURE = 'Failed to load the preview'
export const LOOK_FILE_FAILURE = 'Failed to read or write the file'
export const LOOK_IMAGE_FAILURE = 'Failed to upload the image'

const version = z.string().max(40)

const getLook = createServerFn({ method: 'GET' })
  .middleware([requireCapability('settings.manage')])
  .handler(() => withUserMessage(LOOK_FAILURE, () => findLook(db())))

export const lookQuery = queryOptions({
  queryKey: ['admin', 'look'],
  queryFn: () => getLook(),
  staleTime: 0,
  meta: { tags: ['admin:look'] },
})

export const saveLookFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ look: lookForm.nullable(), version }))
  .handler(({ data, context }) =>
    withUserMessage(SAVE_LOOK_FAILURE, () => saveLookDraft(db(), context.account, data, new Date())),
  )

export const publishLookFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ id, version }))
  .handler(({ data, context }) =>
    withUserMessage(PUBLISH_LOOK_FAILURE, () => publishLook(db(), context.account, data, new Date())),
  )

export const undoLookFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ id, undoes: id }))
  .handler(({ data, context }) =>
    withUserMessage(PUBLISH_LOOK_FAILURE, () => undoLook(db(), context.account, data, new Date())),
  )

/** With the image in base64, since it is small. */
export const storeLookImageFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(
    z.object({
      kind: z.enum(IMAGE_KINDS),
      base64: z.base64().max(1_500_000, LOOK_IMAGE_TOO_LARGE),
    }),
  )
  .handler(({ data: { kind, base64 } }) =>
    withUserMessage(LOOK_IMAGE_FAILURE, () =>
      storeLookImage(db(), kind, Buffer.from(base64, 'base64'), new Date()),
    ),
  )

export const exportLookFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ look: lookForm }))
  .handler(({ data }) => withUserMessage(LOOK_FILE_FAILURE, () => exportLook(db(), data.look)))

export const importLookFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ text: z.string().max(MAX_LOOK_FILE_BYTES, LOOK_FILE_TOO_LARGE) }))
  .handler(({ data }) => withUserMessage(LOOK_FILE_FAILURE, () => importLook(db(), data.text, new Date())))

export const PREVIEW_PAGES = ['home', 'article', 'section'] as const
export type PreviewPage = (typeof PREVIEW_PAGES)[number]

const previewLook = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ page: z.enum(PREVIEW_PAGES), look: lookForm.nullable() }))
  .handler(({ data }) =>
    withUserMessage(PREVIEW_LOOK_FAILURE, async () => {
      const look = data.look ?? (await findPublishedLook(db()))
      return renderPreviewPage(await findPreviewPath(data.page), { look: compileLook(look, FONT_FILES) })
    }),
  )

/** Without articles, the home page stands for the others. */
async function findPreviewPath(page: PreviewPage): Promise<string> {
  if (page === 'home') return '/'
  if (page === 'section') return categoryPath(GENERAL_CATEGORY)
  const { articles } = await listCategory(db(), GENERAL_CATEGORY)
  return articles[0]?.path ?? '/'
}

/**
 * The HTML of a reader page.
 *
 * @param look null for the published one
 */
export const previewLookQuery = (page: PreviewPage, look: Look | null) =>
  queryOptions({
    queryKey: ['admin', 'look', 'preview', page, look],
    queryFn: ({ signal }) => previewLook({ data: { page, look }, signal }),
    staleTime: 60_000,
    gcTime: 60_000,
    meta: { tags: ['settings', 'look'] },
  })
