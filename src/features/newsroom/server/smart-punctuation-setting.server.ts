import { createSwitchSetting } from '#features/accounts/server/switch-setting.server.ts'

/** The setting "Smart quotes" (newsroom §4). */
export const smartPunctuationSetting = createSwitchSetting({
  name: 'smart_punctuation',
  auditName: 'smartPunctuation',
  subject: 'Newsroom settings',
  isOnByDefault: true,
})
