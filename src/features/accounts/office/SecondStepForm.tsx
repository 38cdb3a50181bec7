import { useState } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { FormMessage } from './FormMessage.tsx'
import { useAuthForm } from './useAuthForm.ts'

/** Spec §7, multi-factor challenge and verify. */
const KINDS = {
  app: {
    path: 'two-factor/verify-totp',
    label: 'Code from your app',
    help: 'Six figures, which change every half minute.',
    other: 'Use a backup code',
  },
  backup: {
    path: 'two-factor/verify-backup-code',
    label: 'Backup code',
    help: 'Each of the codes that you kept works once.',
    other: 'Use the code from your app',
  },
} as const

type Props = { onDone: () => unknown; onBack: () => void }

/** The second step of a sign-in. */
export function SecondStepForm({ onDone, onBack }: Props) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app')
  const { label, help, other } = KINDS[kind]
  const form = useAuthForm(KINDS[kind].path, { onDone })
  return (
    <form method="post" onSubmit={form.submit} className="flex flex-col gap-4">
      <p>Your account has a second factor. Please enter a code to sign in.</p>
      <FormMessage text={form.messageBeside()} />
      <TextField
        key={kind}
        label={label}
        help={help}
        name="code"
        dir="ltr"
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyText="Verifying...">
        Verify
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <button
          type="button"
          className="min-h-9 cursor-pointer underline underline-offset-4"
          onClick={() => {
            form.clear()
            setKind(kind === 'app' ? 'backup' : 'app')
          }}
        >
          {other}
        </button>
        <button
          type="button"
          className="min-h-9 cursor-pointer underline underline-offset-4"
          onClick={onBack}
        >
          Start over
        </button>
      </div>
    </form>
  )
}
