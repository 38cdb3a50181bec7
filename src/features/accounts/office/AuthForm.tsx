import type { FormEvent, ReactNode } from 'react'
import { HELD_CLICK } from '#platform/pages/held-click.ts'
import { Button } from '#ui/office/Button.tsx'

type Props = {
  form: { isBusy: boolean; error: string | undefined; submit: (event: FormEvent<HTMLFormElement>) => unknown }
  submitLabel: string
  busyLabel: string
  variant?: 'plain' | 'primary'
  actions?: ReactNode
  children?: ReactNode
}

export function AuthForm({ form, submitLabel, busyLabel, variant = 'primary', actions, children }: Props) {
  return (
    <form method="post" onSubmit={form.submit} className="flex flex-col gap-4">
      {/* Mounted while empty, so that changes are announced. */}
      <div role="alert" className="empty:-mb-4">
        {form.error && (
          <p className="border-s-3 border-danger bg-wash px-3 py-2 font-semibold">{form.error}</p>
        )}
      </div>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button
          {...HELD_CLICK}
          type="submit"
          variant={variant}
          isBusy={form.isBusy}
          busyText={busyLabel}
          className={variant === 'primary' && !actions ? 'grow' : ''}
        >
          {submitLabel}
        </Button>
        {actions}
      </div>
    </form>
  )
}
