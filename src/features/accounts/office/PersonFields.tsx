import { useState } from 'react'
import { TextField } from '#ui/office/TextField.tsx'
import { NewPasswordField } from './PasswordField.tsx'

type Props = { field: (name: string) => { name: string; error: string | undefined } }

/** The fields of a new account: name, email and password. */
export function PersonFields({ field }: Props) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  return (
    <>
      <TextField
        {...field('name')}
        label="Full name"
        autoComplete="name"
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
        required
      />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        onChange={(event) => setEmail(event.target.value)}
        required
      />
      <NewPasswordField {...field('password')} label="Password" own={[name, email]} />
    </>
  )
}
