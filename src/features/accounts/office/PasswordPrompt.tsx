import { Button } from '#ui/office/Button.tsx'
import { FormMessage } from './FormMessage.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useAuthForm } from './useAuthForm.ts'

type Props<T> = { path: string; action: string; onDone: (data: T) => void; onCancel: () => void }

/** Asks for the password once more, before something that a stranger at the desk must not do. */
export function PasswordPrompt<T>({ path, action, onDone, onCancel }: Props<T>) {
  const form = useAuthForm<T>(path, { onDone })
  return (
    <form method="post" onSubmit={form.submit} className="flex flex-col gap-4">
      <FormMessage text={form.messageBeside()} />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        autoFocus
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isBusy={form.isBusy} busyText="One moment...">
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
