import { plainLetter } from '#kernel/plain-letter.ts'

/** `host` is what the site is called in letters: its address, which is what one would type. */
type About = { host: string }

/** It has nothing in it that who signs up has typed: else anybody could send their own words to anybody, in our name. */
export function confirmSignUpLetter({ host, link }: About & { link: string }) {
  return plainLetter(`Confirm your account at ${host}`, [
    `Somebody, presumably you, wants to sign up at ${host} with this address. Open this page to confirm it:`,
    { link },
    'The link works once, for 24 hours. If it was not you, there is nothing to do: no account is made.',
  ])
}

export function alreadySignedUpLetter({ host, link }: About & { link: string }) {
  return plainLetter(`You have an account at ${host} already`, [
    `Somebody, presumably you, wants to sign up at ${host} with this address, which has an account there already.`,
    'If you do not remember its password, you can set another one:',
    { link },
    'If it was not you, there is nothing to do: nothing has been changed.',
  ])
}

export function resetLetter({ host, link }: About & { link: string }) {
  return plainLetter(`Set a new password at ${host}`, [
    `Somebody, presumably you, wants to set a new password for your account at ${host}. Open this page to do so:`,
    { link },
    'The link works once, for one hour. If it was not you, there is nothing to do: your password stays as it is.',
  ])
}

export function passwordChangedLetter({ host, link }: About & { link: string }) {
  return plainLetter(`Your password at ${host} was changed`, [
    `The password of your account at ${host} has just been changed, and you have been signed out elsewhere.`,
    'If it was not you, set another one at once:',
    { link },
  ])
}

export function secondFactorOffLetter({ host, link }: About & { link: string }) {
  return plainLetter(`Two-factor authentication at ${host} was turned off`, [
    `Two-factor authentication of your account at ${host} has just been turned off with your password.`,
    'If it was not you, somebody knows your password. Set another one at once:',
    { link },
  ])
}
