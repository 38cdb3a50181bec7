import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, Suspense, useState } from 'react'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#kernel/password-length.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { HELD_CLICK } from '#platform/render/held-click.ts'
import { Field } from '#ui/admin/forms/Field.tsx'
import { lazyComponent } from '#ui/admin/lazyComponent.tsx'

/** The form also works if the file cannot be loaded. */
const PasswordStrength = lazyComponent(
  async () => (await import('./PasswordStrength.tsx')).PasswordStrength,
  () => null,
)

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'> & {
  label: string
  help?: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
  /** Easily guessed words, such as the person's name. */
  strengthAgainst?: string[]
}

export function PasswordField({ label, help, error, strengthAgainst, onChange, ...input }: Props) {
  const [isShown, setIsShown] = useState(false)
  const [typed, setTyped] = useState('')
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="flex flex-col gap-1">
      <Field label={label} help={help} error={error} isRequired={input.required ?? false}>
        {(control) => (
          <span className="relative block">
            <input
              {...input}
              {...control}
              type={isShown ? 'text' : 'password'}
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => {
                setTyped(event.target.value)
                onChange?.(event)
              }}
              className="admin-input pe-11"
            />
            <button
              {...HELD_CLICK}
              type="button"
              aria-label={isShown ? phrase('Hide password') : phrase('Show password')}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
              className="admin-icon-button absolute inset-y-0 end-0 my-auto"
            >
              <Icon aria-hidden size={18} />
            </button>
          </span>
        )}
      </Field>
      {strengthAgainst && (
        // Reserved, so that the form below does not move.
        <div className="min-h-lh text-13">
          {typed && (
            <Suspense>
              <PasswordStrength password={typed} own={strengthAgainst} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
}

type NewPasswordProps = Omit<Props, 'help' | 'strengthAgainst'> & { own?: string[] }

export function NewPasswordField({ own = [], ...input }: NewPasswordProps) {
  return (
    <PasswordField
      {...input}
      help={phrase(
        'At least {min} characters. Passwords that are easy to guess are not accepted; several unrelated words make a strong password.',
        { min: MIN_PASSWORD_LENGTH },
      )}
      autoComplete="new-password"
      minLength={MIN_PASSWORD_LENGTH}
      maxLength={MAX_PASSWORD_LENGTH}
      strengthAgainst={own}
      required
    />
  )
}
