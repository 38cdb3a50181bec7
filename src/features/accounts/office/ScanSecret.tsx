import { Button } from '#ui/office/Button.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { FormMessage } from './FormMessage.tsx'
import { QrCode } from './QrCode.tsx'
import { useAuthForm } from './useAuthForm.ts'

type Props = { uri: string; onDone: () => void; onCancel: () => void }

/** Hands the secret to an app, and asks for the first code of it. */
export function ScanSecret({ uri, onDone, onCancel }: Props) {
  const form = useAuthForm('two-factor/verify-totp', { onDone })
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <form method="post" onSubmit={form.submit} className="flex flex-col gap-4">
      <div className="flex flex-col gap-4 sm:flex-row">
        <QrCode text={uri} label="QR code with the secret for your app" />
        <div className="flex min-w-0 flex-col gap-3">
          <p>Scan this with an authenticator app, or type the secret into it:</p>
          <p className="border border-rule bg-wash p-2">
            <code className="wrap-anywhere select-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <p className="text-muted">Keep it to yourself: anyone who has it can make your codes.</p>
        </div>
      </div>
      <FormMessage text={form.messageBeside()} />
      <TextField
        label="Code from your app"
        help="Six figures, which change every half minute."
        name="code"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isBusy={form.isBusy} busyText="Verifying...">
          Verify and turn on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
