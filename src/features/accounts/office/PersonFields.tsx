import { useState } from 'react'
import { TextField } from '#ui/office/TextField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

/** Name, email address and a password: what makes an account. */
export function PersonFields({ errorOf }: { errorOf: (field: string) => string | undefined }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  return (
    <>
      <TextField
        label="Full name"
        name="name"
        autoComplete="name"
        maxLength={100}
        error={errorOf('name')}
        onChange={(event) => setName(event.target.value)}
        required
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        error={errorOf('email')}
        onChange={(event) => setEmail(event.target.value)}
        required
      />
      <NewPasswordField label="Password" error={errorOf('password')} own={[name, email]} />
    </>
  )
}
