import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import {
  requireCapability,
  requireRecentAuthentication,
} from '#features/accounts/require-capability.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { settingsLoadFailure } from './edit-settings.functions.ts'
import {
  AD_PLACES,
  type AdPlace,
  type AdSettingTexts,
  adSettingsSchema,
  MAX_AD_CODE_LENGTH,
} from './rules/ad-settings.ts'
import { describeAd } from './server/describe-ad.server.ts'
import { adGroup, findSettings, saveSettings } from './server/save-settings.server.ts'

/** Spec §6 and §8. */
export const adsDenied = () => phrase('Unauthorized: Only admins can update AdSense settings')
export const adsSaveFailure = () => phrase('Failed to update AdSense settings. Please try again.')

const FIVE_MINUTES = 5 * 60_000

const getAdSettings = createServerFn({ method: 'GET' })
  .middleware([requireCapability('ads.manage')])
  .handler(() => withUserMessage(settingsLoadFailure(), () => findSettings(db(), adGroup)))

/** Requires recent authentication, since scripts of ad codes run with the permissions of the page's reader. */
const postAdSettings = createServerFn({ method: 'POST' })
  .middleware([requireCapability('ads.manage', adsDenied), requireRecentAuthentication])
  .validator(z.object({ base: adSettingsSchema, typed: adSettingsSchema }))
  .handler(({ data, context }) =>
    withUserMessage(adsSaveFailure(), () => saveSettings(db(), adGroup, { by: context.account, ...data })),
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

export const saveAdSettings = (form: { base: AdSettingTexts; typed: AdSettingTexts }) =>
  postAdSettings({ data: form })
