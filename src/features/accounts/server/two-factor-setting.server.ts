import { createSwitchSetting } from './switch-setting.server.ts'

/** Whether accounts with access to the back office need a second factor. */
export const twoFactorSetting = createSwitchSetting({
  name: 'two_factor_required',
  auditName: 'twoFactorRequired',
  subject: 'Security settings',
})
