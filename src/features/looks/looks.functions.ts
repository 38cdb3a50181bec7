import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { listCategory } from '#features/articles/server/articles.server.ts'
import { categoryPath, GENERAL_CATEGORY } from '#kernel/category.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { renderPreviewPage } from '#platform/render/preview-page.server.ts'
import { compileLook } from './rules/compile-look.ts'
import { FONT_FILES } from './rules/font-files.ts'
import { IMAGE_KINDS, type Look, lookForm, lookImageTooLarge } from './rules/look.ts'
import { lookFileTooLarge, MAX_LOOK_FILE_BYTES } from './rules/look-file.ts'
import { findPublishedLook } from './server/load-look.server.ts'
import { exportLook, importLook } from './server/look-file.server.ts'
import { storeLookImage } from './server/look-images.server.ts'
import { findLook, publishLook, saveLookDraft, undoLook } from './server/looks.server.ts'

export const lookFailure = () => phrase('Failed to load the look')
export const saveLookFailure = () => phrase('Failed to save the look')
export const publishLookFailure = () => phrase('Failed to publish the look')
export const previewLookFailure = () => phrase('Failed to load the preview')
export const lookFileFailure = () => phrase('Failed to read or write the file')
export const lookImageFailure = () => phrase('Failed to upload the image')

const version = z.string().max(40)

const getLook = createServerFn({ method: 'GET' })
  .middleware([requireCapability('settings.manage')])
  .handler(() => withUserMessage(lookFailure(), () => findLook(db())))

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
    withUserMessage(saveLookFailure(), () => saveLookDraft(db(), context.account, data, new Date())),
  )

export const publishLookFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ id, version }))
  .handler(({ data, context }) =>
    withUserMessage(publishLookFailure(), () => publishLook(db(), context.account, data, new Date())),
  )

export const undoLookFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ id, undoes: id }))
  .handler(({ data, context }) =>
    withUserMessage(publishLookFailure(), () => undoLook(db(), context.account, data, new Date())),
  )

/** With the image in base64, since it is small. */
export const storeLookImageFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(
    z.object({
      kind: z.enum(IMAGE_KINDS),
      base64: z.base64().max(1_500_000, { error: lookImageTooLarge }),
    }),
  )
  .handler(({ data: { kind, base64 } }) =>
    withUserMessage(lookImageFailure(), () =>
      storeLookImage(db(), kind, Buffer.from(base64, 'base64'), new Date()),
    ),
  )

export const exportLookFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ look: lookForm }))
  .handler(({ data }) => withUserMessage(lookFileFailure(), () => exportLook(db(), data.look)))

export const importLookFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ text: z.string().max(MAX_LOOK_FILE_BYTES, { error: lookFileTooLarge }) }))
  .handler(({ data }) => withUserMessage(lookFileFailure(), () => importLook(db(), data.text, new Date())))

export const PREVIEW_PAGES = ['home', 'article', 'section'] as const
export type PreviewPage = (typeof PREVIEW_PAGES)[number]

const previewLook = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ page: z.enum(PREVIEW_PAGES), look: lookForm.nullable() }))
  .handler(({ data }) =>
    withUserMessage(previewLookFailure(), async () => {
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
