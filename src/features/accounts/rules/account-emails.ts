import type { Role } from '#kernel/roles.ts'
import { writePlainEmail } from '#kernel/text/plain-email.ts'
import { formatWithZone } from '#kernel/time/zoned-time.ts'

type Link = { host: string; link: string }

/** No input of the sender, to prevent spam. */
export function confirmSignUpEmail({ host, link }: Link) {
  return writePlainEmail(`Confirm your account at ${host}`, [
    `This email address was used to sign up at ${host}. Open this link to choose a password and confirm your account:`,
    { link },
    'The link works once and expires after 24 hours. If this was not you, ignore this email: no account is created.',
  ])
}

export function alreadySignedUpEmail({ host, link }: Link) {
  return writePlainEmail(`You already have an account at ${host}`, [
    `This email address was used to sign up at ${host}, but it already has an account.`,
    'If you forgot your password, you can set a new one:',
    { link },
    'If this was not you, ignore this email: nothing has changed.',
  ])
}

export function resetPasswordEmail({ host, link }: Link) {
  return writePlainEmail(`Set a new password at ${host}`, [
    `A password reset was requested for your account at ${host}. Open this link to set a new password:`,
    { link },
    'The link works once and expires after one hour. If this was not you, ignore this email: your password stays the same.',
  ])
}

/** Only administrators choose `inviter`, their own name, and `paper`, the name of the site. */
export function invitationEmail({
  host,
  link,
  role,
  inviter,
  paper,
}: Link & { role: Role; inviter: string; paper: string }) {
  return writePlainEmail(`${inviter} invites you to join ${paper}`, [
    `${inviter} invites you to join the team of ${paper} (${host}) with the role ${role}. Open this link to choose your name and password:`,
    { link },
    'The link works once and expires after 7 days. If you do not expect this invitation, ignore this email: no account is created.',
  ])
}

export function passwordChangedEmail({ host, link }: Link) {
  return writePlainEmail(`Your password at ${host} was changed`, [
    `The password of your account at ${host} was changed. All other sessions were signed out.`,
    'If this was not you, set a new password now:',
    { link },
  ])
}

export function twoFactorDisabledEmail({ host, link }: Link) {
  return writePlainEmail(`Two-factor authentication at ${host} was turned off`, [
    `Two-factor authentication for your account at ${host} was turned off, after your password was entered.`,
    'If this was not you, someone knows your password. Set a new one now:',
    { link },
  ])
}

export function passkeyAddedEmail({ host, link }: Link) {
  return writePlainEmail(`A passkey was added to your account at ${host}`, [
    `A passkey was added to your account at ${host}. It can be used to sign in.`,
    'If this was not you, set a new password now and remove the passkey:',
    { link },
  ])
}

export function passkeyRemovedEmail({ host, link }: Link) {
  return writePlainEmail(`A passkey was removed from your account at ${host}`, [
    `A passkey was removed from your account at ${host}. It can no longer be used to sign in.`,
    'If this was not you, set a new password now:',
    { link },
  ])
}

export function newDeviceEmail({
  host,
  link,
  browser,
  address,
  at,
}: Link & { browser: string; address: string; at: Date }) {
  return writePlainEmail(`New sign-in to your account at ${host}`, [
    `Someone signed in to your account at ${host} from a new browser:`,
    `${browser}, IP address ${address || 'unknown'}, ${formatWithZone(at)}`,
    'If this was you, you can ignore this email. If not, someone knows your password. Set a new one now:',
    { link },
  ])
}
