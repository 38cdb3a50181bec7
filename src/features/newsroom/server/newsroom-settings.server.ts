import { createSwitchSetting } from '#features/accounts/server/switch-setting.server.ts'

/** "Two people for each publication" (newsroom §2). */
export const secondPersonSetting = createSwitchSetting({
  name: 'require_second_person',
  auditName: 'requireSecondPerson',
  subject: 'Newsroom settings',
})

/** "Smart quotes" (newsroom §4). */
export const smartPunctuationSetting = createSwitchSetting({
  name: 'smart_punctuation',
  auditName: 'smartPunctuation',
  subject: 'Newsroom settings',
  isOnByDefault: true,
})
