import { writePlainEmail } from '#kernel/plain-email.ts'

type Link = { host: string; link: string }

/** Contains no input of the sender, to prevent spam. */
export function confirmSignUpEmail({ host, link }: Link) {
  return writePlainEmail(`Confirm your account at ${host}`, [
    `Someone, hopefully you, signed up at ${host} with this email address. Open this page to confirm your account:`,
    { link },
    'The link works once and expires after 24 hours. If this was not you, ignore this email: no account is created.',
  ])
}

export function alreadySignedUpEmail({ host, link }: Link) {
  return writePlainEmail(`You have an account at ${host} already`, [
    `Someone, hopefully you, tried to sign up at ${host} with this email address, which already has an account.`,
    'If you forgot your password, you can set a new one:',
    { link },
    'If this was not you, ignore this email: nothing has changed.',
  ])
}

export function resetPasswordEmail({ host, link }: Link) {
  return writePlainEmail(`Set a new password at ${host}`, [
    `Someone, hopefully you, asked to reset the password of your account at ${host}. Open this page to set a new one:`,
    { link },
    'The link works once and expires after one hour. If this was not you, ignore this email: your password stays the same.',
  ])
}

export function passwordChangedEmail({ host, link }: Link) {
  return writePlainEmail(`Your password at ${host} was changed`, [
    `The password of your account at ${host} has just been changed. All other sessions were signed out.`,
    'If this was not you, set a new password now:',
    { link },
  ])
}

export function twoFactorDisabledEmail({ host, link }: Link) {
  return writePlainEmail(`Two-factor authentication at ${host} was turned off`, [
    `Two-factor authentication of your account at ${host} has just been turned off with your password.`,
    'If this was not you, someone knows your password. Set a new one now:',
    { link },
  ])
}
