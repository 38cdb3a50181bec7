import { expect, it } from 'vitest'
import { securityFailure } from '#features/accounts/security-settings.functions.ts'
import { profilesFailure, roleFailure, userDataFailure } from '#features/accounts/users.functions.ts'
import { newsletterDataFailure, subscribersFailure } from '#features/newsletter/rules/messages.ts'
import { adsSaveFailure } from '#features/site/edit-ads.functions.ts'
import { settingSaveFailure } from '#features/site/edit-settings.functions.ts'

it.each([
  [settingSaveFailure, 'Failed to update setting'],
  [securityFailure, 'Failed to update setting'],
  [adsSaveFailure, 'Failed to update AdSense settings. Please try again.'],
  [roleFailure, 'Failed to update user role'],
  [profilesFailure, 'Failed to load user profiles'],
  [userDataFailure, 'Failed to load user data'],
  [subscribersFailure, 'Failed to load newsletter subscribers'],
  [newsletterDataFailure, 'Failed to load newsletter data'],
])('a failed request has the message of the specification: %o, %s', (failure, text) => {
  expect(failure()).toBe(text)
})
