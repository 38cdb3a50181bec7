import { useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { confirmPasswordForm } from '../rules/account-forms.ts'
import { AuthForm, useAuthForm } from './AuthForm.tsx'
import { refreshSession } from './auth-client.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasswordField } from './PasswordField.tsx'

type Props = { isOpen: boolean; onConfirmed: () => void; onCancel: () => void }

/** Asks before a change that requires recent authentication. */
export function ConfirmIdentityDialog({ isOpen, onConfirmed, onCancel }: Props) {
  return (
    <Dialog title={phrase('Confirm your identity')} isOpen={isOpen} onClose={onCancel}>
      <ConfirmIdentity onConfirmed={onConfirmed} />
    </Dialog>
  )
}

function ConfirmIdentity({ onConfirmed }: Pick<Props, 'onConfirmed'>) {
  const [passkeyError, setPasskeyError] = useState<string>()
  const form = useAuthForm('confirm-identity', confirmPasswordForm, { onDone: onConfirmed })
  return (
    <div className="flex flex-col gap-4 text-14">
      <p>{phrase('You signed in a while ago. Confirm that it is you to continue.')}</p>
      <AuthForm
        form={passkeyError ? { ...form, error: passkeyError } : form}
        submitLabel={phrase('Confirm')}
        busyLabel={phrase('Confirming…')}
        actions={
          <PasskeyButton
            label={phrase('Use a Passkey')}
            onDone={() => {
              refreshSession()
              onConfirmed()
            }}
            onError={setPasskeyError}
          />
        }
      >
        <PasswordField
          {...form.field('password')}
          label={phrase('Your password')}
          autoComplete="current-password"
          autoFocus
          required
        />
      </AuthForm>
    </div>
  )
}

export function useConfirmedIdentity() {
  const [isOpen, setIsOpen] = useState(false)
  // A late confirmation must not repeat a cancelled change.
  const repeat = useRef<() => void>(undefined)

  function close(): typeof repeat.current {
    const change = repeat.current
    repeat.current = undefined
    setIsOpen(false)
    return change
  }

  return {
    /** @param change called once confirmed */
    request(change: () => void) {
      repeat.current = change
      setIsOpen(true)
    },
    dialog: {
      isOpen,
      onConfirmed: () => close()?.(),
      onCancel: () => void close(),
    },
  }
}
