import * as z from 'zod'
import { hasNonAsciiName, MAX_EMAIL_LENGTH, nameNotAscii, withAsciiDomain } from '#kernel/email-address.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#kernel/password-length.ts'
import { ROLES } from '#kernel/roles.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { passwordErrors } from './password-policy.ts'

/** Stricter than `isEmailAddress`. */
export const accountEmail = z
  .string()
  .trim()
  .toLowerCase()
  .overwrite(withAsciiDomain)
  .refine((address) => !hasNonAsciiName(address), { error: nameNotAscii, abort: true })
  .pipe(
    z
      .email({ error: () => phrase('Please enter a valid email address', undefined, 'admin area') })
      .max(MAX_EMAIL_LENGTH),
  )
const name = z
  .string()
  .trim()
  .min(1, { error: () => phrase('Please enter your name') })
  .max(100, { error: () => phrase('Please enter a shorter name') })
  .regex(/^\P{Cc}*$/u, { error: () => phrase('Please enter your name in one line') })
/** No minimum length: the policy may have changed since the password was set. */
const currentPassword = z
  .string()
  .min(1, { error: () => phrase('Please enter your password') })
  .max(1024)
/** The server also rejects easily guessed passwords. */
const newPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, { error: () => passwordErrors()['too-short'] })
  .max(MAX_PASSWORD_LENGTH, { error: () => passwordErrors()['too-long'] })

export const nameForm = z.object({ name })
export const signInForm = z.object({ email: accountEmail, password: currentPassword })
export const signUpForm = z.object({ name, email: accountEmail })
export const confirmSignUpForm = z.object({ password: newPassword })
export const firstAdministratorForm = z.object({ name, email: accountEmail, password: newPassword })
export const invitationForm = z.object({ email: accountEmail, role: z.enum(ROLES).exclude(['user']) })
export const acceptInvitationForm = z.object({ name, password: newPassword })
export const requestPasswordResetForm = z.object({ email: accountEmail })
export const resetPasswordForm = z.object({ password: newPassword })
export const changePasswordForm = z.object({ currentPassword, newPassword })
export const passkeyForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => phrase('Please enter a name') })
    .max(100, { error: () => phrase('Please enter a shorter name') }),
})
export const roleForm = z.object({ role: z.enum(ROLES) })
export const confirmPasswordForm = z.object({ password: currentPassword })
/** Apps show codes in groups of digits. */
export const twoFactorCodeForm = z.object({
  code: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(
      z
        .string()
        .min(1, { error: () => phrase('Please enter the code') })
        .max(32),
    ),
})
