import { encode } from 'uqr'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { twoFactorCodeForm } from '../rules/account-forms.ts'
import { AuthForm, useAuthForm } from './AuthForm.tsx'

type Props = { uri: string; onDone: () => void; onCancel: () => void }

/** @param uri an otpauth: URI */
export function AuthenticatorSetup({ uri, onDone, onCancel }: Props) {
  const form = useAuthForm('two-factor/verify-totp', twoFactorCodeForm, { onDone })
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <AuthForm
      form={form}
      submitLabel={phrase('Verify and Turn On')}
      busyLabel={phrase('Verifying…')}
      actions={<Button onClick={onCancel}>{phrase('Cancel')}</Button>}
    >
      <div className="flex flex-col gap-4 sm:flex-row">
        <QrCode text={uri} label={phrase('QR code with the secret for your app')} />
        <div className="flex min-w-0 flex-col gap-3">
          <p>{phrase('Scan this code with an authenticator app, or enter the secret there:')}</p>
          <p className="border border-rule bg-wash p-2">
            <code className="wrap-anywhere select-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <p className="text-muted">
            {phrase('Keep it private: anyone who has it can generate your codes.')}
          </p>
        </div>
      </div>
      <TextField
        {...form.field('code')}
        label={phrase('Code from your app')}
        help={phrase('A six-digit code that changes every 30 seconds.')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
      />
    </AuthForm>
  )
}

/** Dark on light in both colour schemes, for cameras. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 border border-rule"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
