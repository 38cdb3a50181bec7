import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { pageFormSchema } from './rules/page-form.ts'
import { STATIC_PAGE_NAMES, STATIC_PAGES, type StaticPageName } from './rules/static-page.ts'
import { findBuiltInPage, previewStaticPage } from './server/pages.server.ts'
import { findSettings, pageGroup, saveSettings } from './server/save-settings.server.ts'

/** Spec §8. */
export const pageLoadFailure = () => phrase('Failed to load page content')
export const pageSaveFailure = () => phrase('Failed to save page content')

const pageName = z.enum(STATIC_PAGE_NAMES)
const pageHtml = pageFormSchema.shape.html

const siteInfo = () => ({ origin: siteOrigin(), today: new Date().toISOString() })

const getPageText = createServerFn({ method: 'GET' })
  .middleware([requireCapability('pages.manage')])
  .validator(z.object({ name: pageName }))
  .handler(({ data }) =>
    withUserMessage(pageLoadFailure(), async () => {
      const { values, changedBy } = await findSettings(db(), pageGroup(data.name))
      const builtIn = await findBuiltInPage(db(), data.name, siteInfo())
      return { html: values[STATIC_PAGES[data.name].setting] ?? '', changedBy, builtIn }
    }),
  )

const postPageText = createServerFn({ method: 'POST' })
  .middleware([requireCapability('pages.manage')])
  .validator(z.object({ name: pageName, base: pageHtml, typed: pageHtml }))
  .handler(({ data, context }) =>
    withUserMessage(pageSaveFailure(), () => {
      const { setting } = STATIC_PAGES[data.name]
      return saveSettings(db(), pageGroup(data.name), {
        by: context.account,
        base: { [setting]: data.base },
        typed: { [setting]: data.typed },
      })
    }),
  )

const postPagePreview = createServerFn({ method: 'POST' })
  .middleware([requireCapability('pages.manage')])
  .validator(z.object({ name: pageName, html: pageHtml }))
  .handler(({ data }) =>
    withUserMessage(pageLoadFailure(), () => previewStaticPage(db(), data.name, data.html, siteInfo())),
  )

/** The stored HTML, which may be empty, and the built-in text. */
export const pageTextQuery = (name: StaticPageName) =>
  queryOptions({
    queryKey: ['admin', 'settings', 'page', name],
    queryFn: () => getPageText({ data: { name } }),
    meta: { tags: ['settings'] },
  })

export const pagePreviewQuery = (name: StaticPageName, html: string) =>
  queryOptions({
    queryKey: ['admin', 'settings', 'page-preview', name, html],
    queryFn: () => postPagePreview({ data: { name, html } }),
    meta: { tags: ['settings'] },
  })

export const savePageText = (form: { name: StaticPageName; base: string; typed: string }) =>
  postPageText({ data: form })
