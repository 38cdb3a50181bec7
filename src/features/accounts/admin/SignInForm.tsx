import { useState } from 'react'
import { MIN_PASSWORD_LENGTH } from '#kernel/password-length.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { signInForm, twoFactorCodeForm } from '../rules/account-forms.ts'
import { passwordErrors } from '../rules/password-policy.ts'
import { AuthForm, useAuthForm } from './AuthForm.tsx'
import { type AuthFailure, refreshSession, unexpectedError } from './auth-client.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasswordField } from './PasswordField.tsx'

/** Spec §2 and §5, Admin login. */
export function SignInForm({ email, onSignedIn }: { email?: string; onSignedIn: () => unknown }) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [passkeyError, setPasskeyError] = useState<string>()

  async function finish() {
    refreshSession()
    void showToast({ title: phrase('Welcome back!'), text: phrase('You have successfully signed in.') })
    await onSignedIn()
  }

  const form = useAuthForm('sign-in/email', signInForm, {
    validate({ password }) {
      setPasskeyError(undefined)
      return password.length >= MIN_PASSWORD_LENGTH || showShortPasswordError()
    },
    onDone: ({ twoFactorRedirect }: { twoFactorRedirect?: boolean }) =>
      twoFactorRedirect ? setStep('code') : finish(),
    onError: showSignInError,
  })

  if (step === 'code') return <TwoFactorStep onDone={finish} onBack={() => setStep('password')} />
  return (
    <div className="flex flex-col gap-3">
      <AuthForm
        form={passkeyError ? { ...form, error: passkeyError } : form}
        submitLabel={phrase('Sign In')}
        busyLabel={phrase('Signing In...')}
      >
        <TextField
          {...form.field('email')}
          label={phrase('Email')}
          type="email"
          autoComplete="username"
          defaultValue={email}
          autoFocus={email === undefined}
          required
        />
        <PasswordField
          {...form.field('password')}
          label={phrase('Password')}
          autoComplete="current-password"
          autoFocus={email !== undefined}
          required
        />
      </AuthForm>
      <PasskeyButton label={phrase('Use a Passkey')} onDone={finish} onError={setPasskeyError} />
    </div>
  )
}

function showShortPasswordError(): false {
  void showToast({ title: phrase('Error'), text: passwordErrors()['too-short'], isError: true })
  return false
}

/** Spec §8, Sign-in failure. */
function showSignInError(failure: AuthFailure): void {
  if (failure.kind === 'rejected')
    void showToast({ title: phrase('Sign in failed'), text: failure.message, isError: true })
  else showFailure(failure.error, unexpectedError())
}

const methods = () =>
  ({
    app: {
      path: 'two-factor/verify-totp',
      label: phrase('Code from your app'),
      help: phrase('A six-digit code that changes every 30 seconds.'),
      switchLabel: phrase('Use a Backup Code'),
    },
    backup: {
      path: 'two-factor/verify-backup-code',
      label: phrase('Backup code'),
      help: phrase('Each backup code works once.'),
      switchLabel: phrase('Use the Code from Your App'),
    },
  }) as const

const LINK_BUTTON = 'min-h-9 cursor-pointer underline underline-offset-4'

type Method = keyof ReturnType<typeof methods>

function TwoFactorStep({ onDone, onBack }: { onDone: () => unknown; onBack: () => void }) {
  const [method, setMethod] = useState<Method>('app')
  return (
    <div className="flex flex-col gap-4">
      <p>{phrase('Your account uses two-factor authentication. Enter a code to sign in.')}</p>
      <TwoFactorForm key={method} method={method} onDone={onDone} />
      <div className="flex flex-wrap justify-between gap-2">
        <button
          type="button"
          className={LINK_BUTTON}
          onClick={() => setMethod(method === 'app' ? 'backup' : 'app')}
        >
          {methods()[method].switchLabel}
        </button>
        <button type="button" className={LINK_BUTTON} onClick={onBack}>
          {phrase('Start Over')}
        </button>
      </div>
    </div>
  )
}

function TwoFactorForm({ method, onDone }: { method: Method; onDone: () => unknown }) {
  const { path, label, help } = methods()[method]
  const form = useAuthForm(path, twoFactorCodeForm, { onDone })
  return (
    <AuthForm form={form} submitLabel={phrase('Verify')} busyLabel={phrase('Verifying…')}>
      <TextField
        {...form.field('code')}
        label={label}
        help={help}
        dir="ltr"
        inputMode={method === 'app' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
    </AuthForm>
  )
}
