import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../rules/judge-password.ts'
import { PasswordField } from './PasswordField.tsx'

type Props = { label: string; name?: string; error: string | undefined; own?: string[] }

/** A password that is being chosen. */
export function NewPasswordField({ label, name = 'password', error, own = [] }: Props) {
  return (
    <PasswordField
      label={label}
      help={`At least ${SHORTEST_PASSWORD} characters, and not one of the common ones. Several words make a good one.`}
      name={name}
      autoComplete="new-password"
      minLength={SHORTEST_PASSWORD}
      maxLength={LONGEST_PASSWORD}
      error={error}
      strengthAgainst={own}
      required
    />
  )
}
