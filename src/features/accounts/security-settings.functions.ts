import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { twoFactorSetting } from '#features/audit/server/switch-setting.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { requireCapability, requireRecentAuthentication } from './require-capability.functions.ts'

/** Spec §8. */
export const securityLoadFailure = () => phrase('Failed to fetch settings')
export const securityFailure = () => phrase('Failed to update setting')

const getSecuritySettings = createServerFn({ method: 'GET' })
  .middleware([requireCapability('settings.manage')])
  .handler(() =>
    withUserMessage(securityLoadFailure(), async () => ({
      isTwoFactorRequired: await twoFactorSetting.isOn(db()),
    })),
  )

export const setTwoFactorRequiredFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('settings.manage'), requireRecentAuthentication])
  .validator(z.object({ isRequired: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(securityFailure(), () => twoFactorSetting.set(db(), context.account, data.isRequired)),
  )

export const securitySettingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'security'],
  queryFn: () => getSecuritySettings(),
  meta: { tags: ['settings'] },
})
