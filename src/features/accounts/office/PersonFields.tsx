import { TextField } from '#ui/office/TextField.tsx'
import type { AuthFormState } from './useAuthForm.ts'

type PersonForm = Pick<AuthFormState<{ name: string; email: string }>, 'field'>

export function PersonFields({ form }: { form: PersonForm }) {
  return (
    <>
      <TextField {...form.field('name')} label="Full name" autoComplete="name" maxLength={100} required />
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
    </>
  )
}
