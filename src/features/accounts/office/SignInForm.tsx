import { useState } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { PASSWORD_FAULTS, SHORTEST_PASSWORD } from '../rules/judge-password.ts'
import { type AuthAnswer, UNEXPECTED } from './ask-auth.ts'
import { announceSession } from './auth-client.ts'
import { FormMessage } from './FormMessage.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SecondStepForm } from './SecondStepForm.tsx'
import { useAuthForm } from './useAuthForm.ts'

type SignedIn = { twoFactorRedirect?: boolean }

/** Email address and password; then the second factor where the account has one (spec §2 and §5, Admin login). */
export function SignInForm({ email, onSignedIn }: { email?: string; onSignedIn: () => unknown }) {
  const [step, setStep] = useState<'password' | 'code'>('password')

  async function finish() {
    announceSession()
    void showToast({ title: 'Welcome back!', text: 'You have successfully signed in.' })
    await onSignedIn()
  }

  const form = useAuthForm<SignedIn>('sign-in/email', {
    onDone: ({ twoFactorRedirect }) => (twoFactorRedirect ? setStep('code') : finish()),
    onError: tellTrouble,
  })

  if (step === 'code') return <SecondStepForm onDone={finish} onBack={() => setStep('password')} />
  return (
    <form
      method="post"
      noValidate={false}
      onSubmit={(event) => {
        const { value } = event.currentTarget.elements.namedItem('password') as HTMLInputElement
        if (value.length >= SHORTEST_PASSWORD) return void form.submit(event)
        event.preventDefault()
        void showToast({ title: 'Error', text: PASSWORD_FAULTS['too-short'], isError: true })
      }}
      className="flex flex-col gap-4"
    >
      <FormMessage text={form.messageBeside('email')} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        error={form.errorOf('email')}
        required
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyText="Signing In...">
        Sign In
      </Button>
    </form>
  )
}

/** Spec §8, Sign-in failure. */
export function tellTrouble(answer: Exclude<AuthAnswer<unknown>, { kind: 'done' }>): void {
  void showToast(
    answer.kind === 'refused'
      ? { title: 'Sign in failed', text: answer.message, isError: true }
      : { title: 'Error', text: UNEXPECTED, isError: true },
  )
}
