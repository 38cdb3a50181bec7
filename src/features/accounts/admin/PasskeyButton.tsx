import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { authErrorMessage } from './auth-client.ts'
import { withPasskeys } from './with-passkeys.ts'

type Props = { label: string; onDone: () => unknown; onError: (message: string) => void }

/** Hidden in browsers without passkeys. */
export function PasskeyButton({ label, onDone, onError }: Props) {
  const [isSupported, setIsSupported] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => setIsSupported(typeof window.PublicKeyCredential === 'function'), [])

  async function start() {
    setIsBusy(true)
    const result = await withPasskeys(({ signInWithPasskey }) => signInWithPasskey())
    if (result.kind === 'done') await onDone()
    else onError(authErrorMessage(result))
    setIsBusy(false)
  }

  if (!isSupported) return null
  return (
    <Button isBusy={isBusy} busyText={phrase('Waiting for your passkey…')} onClick={start}>
      <KeyRound aria-hidden size={16} /> {label}
    </Button>
  )
}
