import { createSwitchSetting } from './switch-setting.server.ts'

/** For accounts with access to the back office. */
export const twoFactorSetting = createSwitchSetting({
  name: 'two_factor_required',
  auditName: 'twoFactorRequired',
  subject: 'Security settings',
})
