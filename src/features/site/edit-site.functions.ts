import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import {
  requireCapability,
  requireRecentAuthentication,
} from '#features/accounts/require-capability.functions.ts'
import { db } from '#platform/database/db.server.ts'
import { env } from '#platform/env.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { withUserMessage } from '#platform/with-user-message.server.ts'
import {
  AD_PLACES,
  type AdPlace,
  type AdSettingTexts,
  adSettingsSchema,
  MAX_AD_CODE_LENGTH,
} from './rules/ad-settings.ts'
import {
  type GeneralSettings,
  generalSettingsSchema,
  onOffText,
  storedGeneralSettingsSchema,
} from './rules/general-settings.ts'
import { pageFormSchema } from './rules/page-form.ts'
import { STATIC_PAGE_NAMES, STATIC_PAGES, type StaticPageName } from './rules/static-page.ts'
import { describeAd } from './server/describe-ad.server.ts'
import { findBuiltInPage, previewStaticPage } from './server/pages.server.ts'
import {
  adGroup,
  findSettings,
  generalGroup,
  pageGroup,
  saveSettings,
  wwwGroup,
} from './server/save-settings.server.ts'

/** Spec §8. */
export const SETTINGS_LOAD_FAILURE = 'Failed to fetch settings'
export const SETTINGS_SAVE_FAILURE = 'Failed to update site settings. Please try again.'
export const SETTING_SAVE_FAILURE = 'Failed to update setting'

const www = z.object({ prefer_www: onOffText })

const getGeneralSettings = createServerFn({ method: 'GET' })
  .middleware([requireCapability('settings.manage')])
  .handler(() =>
    withUserMessage(SETTINGS_LOAD_FAILURE, async () => ({
      general: await findSettings(db(), generalGroup),
      www: await findSettings(db(), wwwGroup),
      siteUrl: env().SITE_URL,
    })),
  )

const postGeneralSettings = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ base: storedGeneralSettingsSchema, typed: generalSettingsSchema }))
  .handler(({ data, context }) =>
    withUserMessage(SETTINGS_SAVE_FAILURE, () =>
      saveSettings(db(), generalGroup, { by: context.account, ...data }),
    ),
  )

const postPreferWww = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ base: www, typed: www }))
  .handler(({ data, context }) =>
    withUserMessage(SETTING_SAVE_FAILURE, () =>
      saveSettings(db(), wwwGroup, { by: context.account, ...data }),
    ),
  )

export const generalSettingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'general'],
  queryFn: () => getGeneralSettings(),
  meta: { tags: ['settings'] },
})

/** @throws with the messages of spec §8 */
export const saveGeneralSettings = (
  form: { base: GeneralSettings; typed: GeneralSettings },
  signal: AbortSignal,
) => postGeneralSettings({ data: form, signal })

/** @throws with the messages of spec §8 */
export const savePreferWww = (
  form: { base: z.infer<typeof www>; typed: z.infer<typeof www> },
  signal: AbortSignal,
) => postPreferWww({ data: form, signal })

/** Spec §6 and §8. */
export const ADS_DENIED = 'Unauthorized: Only admins can update AdSense settings'
export const ADS_SAVE_FAILURE = 'Failed to update AdSense settings. Please try again.'

const FIVE_MINUTES = 5 * 60_000

const getAdSettings = createServerFn({ method: 'GET' })
  .middleware([requireCapability('ads.manage')])
  .handler(() => withUserMessage(SETTINGS_LOAD_FAILURE, () => findSettings(db(), adGroup)))

/** Requires recent authentication, since scripts of ad codes run with the permissions of the page's reader. */
const postAdSettings = createServerFn({ method: 'POST' })
  .middleware([requireCapability('ads.manage', ADS_DENIED), requireRecentAuthentication])
  .validator(z.object({ base: adSettingsSchema, typed: adSettingsSchema }))
  .handler(({ data, context }) =>
    withUserMessage(ADS_SAVE_FAILURE, () => saveSettings(db(), adGroup, { by: context.account, ...data })),
  )

const postAdCode = createServerFn({ method: 'POST' })
  .middleware([requireCapability('ads.manage')])
  .validator(z.object({ code: z.string().max(MAX_AD_CODE_LENGTH), place: z.enum(AD_PLACES) }))
  .handler(({ data }) => describeAd(data.code, data.place))

/** Spec §9. */
export const adSettingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'ads'],
  queryFn: () => getAdSettings(),
  meta: { tags: ['settings'] },
  staleTime: FIVE_MINUTES,
})

export const adCodeQuery = (place: AdPlace, code: string) =>
  queryOptions({
    queryKey: ['admin', 'ad-code', place, code],
    queryFn: () => postAdCode({ data: { code, place } }),
    meta: { tags: [] },
  })

/** @throws with the messages of spec §6 and §8 */
export const saveAdSettings = (form: { base: AdSettingTexts; typed: AdSettingTexts }) =>
  postAdSettings({ data: form })

/** Spec §8. */
export const PAGE_LOAD_FAILURE = 'Failed to load page content'
export const PAGE_SAVE_FAILURE = 'Failed to save page content'

const pageName = z.enum(STATIC_PAGE_NAMES)
const pageHtml = pageFormSchema.shape.html

const siteInfo = () => ({ origin: siteOrigin(), today: new Date().toISOString() })

const getPageText = createServerFn({ method: 'GET' })
  .middleware([requireCapability('pages.manage')])
  .validator(z.object({ name: pageName }))
  .handler(({ data }) =>
    withUserMessage(PAGE_LOAD_FAILURE, async () => {
      const { values, changedBy } = await findSettings(db(), pageGroup(data.name))
      const builtIn = await findBuiltInPage(db(), data.name, siteInfo())
      return { html: values[STATIC_PAGES[data.name].setting] ?? '', changedBy, builtIn }
    }),
  )

const postPageText = createServerFn({ method: 'POST' })
  .middleware([requireCapability('pages.manage')])
  .validator(z.object({ name: pageName, base: pageHtml, typed: pageHtml }))
  .handler(({ data, context }) =>
    withUserMessage(PAGE_SAVE_FAILURE, () => {
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
    withUserMessage(PAGE_LOAD_FAILURE, () => previewStaticPage(db(), data.name, data.html, siteInfo())),
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

/** @throws with the messages of spec §8 */
export const savePageText = (form: { name: StaticPageName; base: string; typed: string }) =>
  postPageText({ data: form })
