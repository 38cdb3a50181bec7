import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ErrorState } from '#ui/admin/LoadState.tsx'
import { showToast } from '#ui/toast.ts'
import { confirmPasswordForm } from '../rules/account-forms.ts'
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx'
import { AuthForm, useAuthForm } from './AuthForm.tsx'
import { authClient, refreshSession } from './auth-client.ts'
import { PanelSection } from './PanelSection.tsx'
import { PasswordField } from './PasswordField.tsx'

type Change = 'enable' | 'disable' | 'renew'

type Step =
  | { kind: 'idle' }
  | { kind: 'password'; change: Change }
  | { kind: 'setup'; uri: string; backupCodes: string[] }
  | { kind: 'codes'; backupCodes: string[] }

const changeSteps = (): Record<Change, { path: string; label: string }> => ({
  enable: { path: 'two-factor/enable', label: phrase('Continue') },
  disable: { path: 'two-factor/disable', label: phrase('Turn Off') },
  renew: { path: 'two-factor/generate-backup-codes', label: phrase('Generate New Codes') },
})

type Enrolment = { totpURI?: string; backupCodes?: string[] }

export function TwoFactorSettings() {
  const { data, error, refetch } = authClient.useSession()
  // Missing from the client's types.
  const stored = (data?.user as { twoFactorEnabled?: boolean } | undefined)?.twoFactorEnabled
  const [isOn, setIsOn] = useState<boolean>()
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  useEffect(() => setIsOn(stored), [stored])

  function continueWith(change: Change, { totpURI = '', backupCodes = [] }: Enrolment) {
    if (change === 'enable') return setStep({ kind: 'setup', uri: totpURI, backupCodes })
    if (change === 'renew') return setStep({ kind: 'codes', backupCodes })
    setIsOn(false)
    setStep({ kind: 'idle' })
    refreshSession()
    void showToast({ title: phrase('Two-factor authentication is off') })
  }

  function completeSetup(backupCodes: string[]) {
    setIsOn(true)
    setStep({ kind: 'codes', backupCodes })
    refreshSession()
    void showToast({
      title: phrase('Two-factor authentication is on'),
      text: phrase('Your other sessions have ended.'),
    })
  }

  return (
    <PanelSection title={phrase('Two-factor authentication')}>
      <p className="flex flex-wrap items-center gap-2">
        {isOn === undefined ? null : isOn ? (
          <Badge tone="good">{phrase('On')}</Badge>
        ) : (
          <Badge>{phrase('Off')}</Badge>
        )}
        <span className="text-muted">
          {isOn
            ? phrase('Signing in requires your password and a code from your app.')
            : phrase('When on, signing in requires your password and a code from an app on your phone.')}
        </span>
      </p>
      {error && isOn === undefined && (
        <ErrorState text={phrase('Failed to load your account')} onRetry={() => void refetch()} />
      )}
      {step.kind === 'idle' && isOn === false && (
        <div>
          <Button onClick={() => setStep({ kind: 'password', change: 'enable' })}>{phrase('Set Up')}</Button>
        </div>
      )}
      {step.kind === 'idle' && isOn && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setStep({ kind: 'password', change: 'renew' })}>
            {phrase('New Backup Codes')}
          </Button>
          <Button variant="danger" onClick={() => setStep({ kind: 'password', change: 'disable' })}>
            {phrase('Turn Off')}
          </Button>
        </div>
      )}
      {step.kind === 'password' && (
        <PasswordPrompt
          {...changeSteps()[step.change]}
          onDone={(enrolment) => continueWith(step.change, enrolment)}
          onCancel={() => setStep({ kind: 'idle' })}
        />
      )}
      {step.kind === 'setup' && (
        <AuthenticatorSetup
          uri={step.uri}
          onDone={() => completeSetup(step.backupCodes)}
          onCancel={() => setStep({ kind: 'idle' })}
        />
      )}
      {step.kind === 'codes' && (
        <BackupCodes codes={step.backupCodes} onDone={() => setStep({ kind: 'idle' })} />
      )}
    </PanelSection>
  )
}

type PromptProps = { path: string; label: string; onDone: (data: Enrolment) => void; onCancel: () => void }

function PasswordPrompt({ path, label, onDone, onCancel }: PromptProps) {
  const form = useAuthForm(path, confirmPasswordForm, { onDone })
  return (
    <AuthForm
      form={form}
      submitLabel={label}
      busyLabel={phrase('One moment…')}
      actions={<Button onClick={onCancel}>{phrase('Cancel')}</Button>}
    >
      <PasswordField
        {...form.field('password')}
        label={phrase('Your password')}
        autoComplete="current-password"
        autoFocus
        required
      />
    </AuthForm>
  )
}

function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        {phrase('Your backup codes')}
      </h3>
      <p>
        {phrase(
          'Use a backup code to sign in without your phone. Each code works once. Store them in a safe place: they are not shown again.',
        )}
      </p>
      <ul
        aria-label={phrase('Backup codes')}
        className="grid grid-cols-2 gap-x-6 gap-y-1 border border-rule bg-wash p-3 sm:grid-cols-3"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <a
          className="admin-button"
          download="backup-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
        >
          <Download aria-hidden size={16} /> {phrase('Download')}
        </a>
        <Button variant="primary" onClick={onDone}>
          {phrase('I Have Saved Them')}
        </Button>
      </div>
    </div>
  )
}
