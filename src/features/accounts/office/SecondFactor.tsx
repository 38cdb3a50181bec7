import { useEffect, useState } from 'react'
import { Badge } from '#ui/office/Badge.tsx'
import { Button } from '#ui/office/Button.tsx'
import { showToast } from '#ui/toast.ts'
import { announceSession, authClient } from './auth-client.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { PanelSection } from './PanelSection.tsx'
import { PasswordPrompt } from './PasswordPrompt.tsx'
import { ScanSecret } from './ScanSecret.tsx'

type Step =
  | { kind: 'rest' }
  | { kind: 'password'; to: 'enable' | 'disable' | 'renew' }
  | { kind: 'scan'; uri: string; backupCodes: string[] }
  | { kind: 'codes'; backupCodes: string[] }

const PROMPTS = {
  enable: { path: 'two-factor/enable', action: 'Continue' },
  disable: { path: 'two-factor/disable', action: 'Turn off' },
  renew: { path: 'two-factor/generate-backup-codes', action: 'Make new codes' },
} as const

type Given = { totpURI?: string; backupCodes?: string[] }

/** Sets up, renews and takes away the second factor of one's account. */
export function SecondFactor() {
  const { data } = authClient.useSession()
  // better-auth's types know of no plugin here; the server's answer does.
  const known = (data?.user as { twoFactorEnabled?: boolean } | undefined)?.twoFactorEnabled
  const [isOn, setIsOn] = useState<boolean>()
  const [step, setStep] = useState<Step>({ kind: 'rest' })
  useEffect(() => setIsOn(known), [known])

  function follow(to: 'enable' | 'disable' | 'renew', { totpURI = '', backupCodes = [] }: Given) {
    if (to === 'enable') return setStep({ kind: 'scan', uri: totpURI, backupCodes })
    if (to === 'renew') return setStep({ kind: 'codes', backupCodes })
    setIsOn(false)
    setStep({ kind: 'rest' })
    announceSession()
    void showToast({ title: 'Two-factor authentication is off' })
  }

  function complete(backupCodes: string[]) {
    setIsOn(true)
    setStep({ kind: 'codes', backupCodes })
    announceSession()
    void showToast({ title: 'Two-factor authentication is on', text: 'Your other sessions have ended.' })
  }

  return (
    <PanelSection title="Two-factor authentication">
      <p className="flex flex-wrap items-center gap-2">
        {isOn === undefined ? null : isOn ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
        <span className="text-muted">
          {isOn
            ? 'Signing in takes your password and a code from your app.'
            : 'When on, signing in takes your password and a code from an app on your phone.'}
        </span>
      </p>
      {step.kind === 'rest' && isOn === false && (
        <div>
          <Button onClick={() => setStep({ kind: 'password', to: 'enable' })}>Set up</Button>
        </div>
      )}
      {step.kind === 'rest' && isOn && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setStep({ kind: 'password', to: 'renew' })}>New backup codes</Button>
          <Button variant="danger" onClick={() => setStep({ kind: 'password', to: 'disable' })}>
            Turn off
          </Button>
        </div>
      )}
      {step.kind === 'password' && (
        <PasswordPrompt<Given>
          {...PROMPTS[step.to]}
          onDone={(given) => follow(step.to, given)}
          onCancel={() => setStep({ kind: 'rest' })}
        />
      )}
      {step.kind === 'scan' && (
        <ScanSecret
          uri={step.uri}
          onDone={() => complete(step.backupCodes)}
          onCancel={() => setStep({ kind: 'rest' })}
        />
      )}
      {step.kind === 'codes' && (
        <BackupCodes codes={step.backupCodes} onDone={() => setStep({ kind: 'rest' })} />
      )}
    </PanelSection>
  )
}
