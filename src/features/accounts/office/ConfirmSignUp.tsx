import { useState } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { FormMessage } from './FormMessage.tsx'
import { useAuthForm } from './useAuthForm.ts'

/** Completes a sign-up at the press of a button: programs that look into letters open links as well. */
export function ConfirmSignUp({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false)
  const form = useAuthForm('confirm-sign-up', { more: { token }, onDone: () => setIsDone(true) })
  if (isDone) return <p role="status">Your account is ready. You can sign in now.</p>
  return (
    <form method="post" onSubmit={form.submit} className="flex flex-col gap-4">
      <FormMessage text={form.messageBeside()} />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyText="Confirming...">
        Confirm my account
      </Button>
    </form>
  )
}
