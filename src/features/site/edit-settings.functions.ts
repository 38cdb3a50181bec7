import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { env } from '#platform/process/env.server.ts'
import {
  type GeneralSettings,
  generalSettingsSchema,
  onOffText,
  storedGeneralSettingsSchema,
} from './rules/general-settings.ts'
import { listKnownTimeZones, requireKnownTimeZone } from './server/place.server.ts'
import { findSettings, generalGroup, saveSettings, wwwGroup } from './server/save-settings.server.ts'

/** Spec §8. */
export const settingsLoadFailure = () => phrase('Failed to fetch settings')
export const settingsSaveFailure = () => phrase('Failed to update site settings. Please try again.')
export const settingSaveFailure = () => phrase('Failed to update setting')

const www = z.object({ prefer_www: onOffText })

const getGeneralSettings = createServerFn({ method: 'GET' })
  .middleware([requireCapability('settings.manage')])
  .handler(() =>
    withUserMessage(settingsLoadFailure(), async () => ({
      general: await findSettings(db(), generalGroup),
      www: await findSettings(db(), wwwGroup),
      siteUrl: env().SITE_URL,
      timeZones: await listKnownTimeZones(db()),
    })),
  )

const postGeneralSettings = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ base: storedGeneralSettingsSchema, typed: generalSettingsSchema }))
  .handler(({ data, context }) =>
    withUserMessage(settingsSaveFailure(), async () => {
      const { base, typed } = data
      // An unchanged setting keeps its stored value.
      if (typed.time_zone !== base.time_zone) await requireKnownTimeZone(db(), typed.time_zone)
      return saveSettings(db(), generalGroup, { by: context.account, ...data })
    }),
  )

const postPreferWww = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage')])
  .validator(z.object({ base: www, typed: www }))
  .handler(({ data, context }) =>
    withUserMessage(settingSaveFailure(), () =>
      saveSettings(db(), wwwGroup, { by: context.account, ...data }),
    ),
  )

export const generalSettingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'general'],
  queryFn: () => getGeneralSettings(),
  meta: { tags: ['settings'] },
})

export const saveGeneralSettings = (
  form: { base: GeneralSettings; typed: GeneralSettings },
  signal: AbortSignal,
) => postGeneralSettings({ data: form, signal })

export const savePreferWww = (
  form: { base: z.infer<typeof www>; typed: z.infer<typeof www> },
  signal: AbortSignal,
) => postPreferWww({ data: form, signal })
