import type * as z from 'zod'
import { TextField } from '#ui/office/TextField.tsx'
import type { signUpForm } from '../rules/account-forms.ts'
import { NewPasswordField } from './PasswordField.tsx'
import type { AuthFormState } from './useAuthForm.ts'

export function PersonFields({ form }: { form: AuthFormState<z.input<typeof signUpForm>> }) {
  return (
    <>
      <TextField {...form.field('name')} label="Full name" autoComplete="name" maxLength={100} required />
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
      <NewPasswordField
        {...form.field('password')}
        label="Password"
        own={form.watch(['name', 'email']).filter(Boolean)}
      />
    </>
  )
}
