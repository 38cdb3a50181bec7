import * as z from 'zod'
import { PASSWORD_ERRORS, validatePassword } from './password-policy.ts'

const email = z.string().trim().toLowerCase().pipe(z.email('Please enter a valid email address').max(254))
const name = z
  .string()
  .trim()
  .min(1, 'Please enter your name')
  .max(100, 'Please enter a shorter name')
  .regex(/^\P{Cc}*$/u, 'Please enter your name in one line')
/** Not checked against the password policy, which may have been different when the password was set. */
const currentPassword = z.string().min(1, 'Please enter your password').max(1024)
const newPassword = z.string().superRefine(async (value, context) => {
  const error = await validatePassword(value)
  if (error) context.addIssue({ code: 'custom', message: PASSWORD_ERRORS[error] })
})
const token = z.string().min(1).max(128)

export const signInForm = z.object({ email, password: currentPassword })
export const signUpForm = z.object({ name, email, password: newPassword })
export const confirmSignUpForm = z.object({ token })
export const firstAdministratorForm = z.object({ token, name, email, password: newPassword })
export const requestPasswordResetForm = z.object({ email })
export const resetPasswordForm = z.object({ token, password: newPassword })
export const changePasswordForm = z.object({ currentPassword, newPassword })
export const confirmPasswordForm = z.object({ password: currentPassword })
/** Spaces are removed, since authenticator apps show codes in groups. */
export const twoFactorCodeForm = z.object({
  code: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().min(1, 'Please enter the code').max(32)),
})
