import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { ZodType } from 'zod'
import { phrase } from '#kernel/text/phrase.ts'
import { HELD_CLICK } from '#platform/render/held-click.ts'
import { Button } from '#ui/admin/Button.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { useZodForm, type ZodForm } from '#ui/admin/forms/useZodForm.ts'
import { type AuthFailure, authErrorMessage, fetchAuth } from './auth-client.ts'

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

type AuthFormState<Fields extends FieldValues> = Pick<ZodForm<Fields>, 'field' | 'reset' | 'watch'> & {
  isBusy: boolean
  error: string | undefined
  submit: (event: FormEvent<HTMLFormElement>) => unknown
}

/**
 * Closing the form aborts its request. Unsaved changes have no guard: these forms edit nothing that is stored.
 *
 * @param options.validate returns false to cancel
 */
export function useAuthForm<Fields extends FieldValues, Data = unknown>(
  path: string,
  schema: ZodType<unknown, Fields>,
  options: {
    extra?: object
    validate?: (fields: Fields) => boolean
    onDone: (data: Data, fields: Fields) => unknown
    onError?: (failure: AuthFailure) => void
  },
): AuthFormState<Fields> {
  // Default values would replace input typed before hydration.
  const form = useZodForm(schema, {})
  const { errors, isSubmitting } = form.formState
  const closing = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    closing.current = controller
    return () => controller.abort()
  }, [])

  const submit = form.handleSubmit(async (fields) => {
    if (isSubmitting || options.validate?.(fields) === false) return
    const signal = closing.current?.signal
    const result = await fetchAuth<Data>(path, { ...fields, ...options.extra }, signal)
    if (signal?.aborted) return
    if (result.kind === 'done') return void (await options.onDone(result.data, fields))
    const field =
      result.kind === 'rejected' && result.field && result.field in fields ? result.field : undefined
    form.setError(
      (field as Path<Fields> | undefined) ?? 'root',
      { type: 'server', message: authErrorMessage(result) },
      { shouldFocus: true },
    )
    options.onError?.(result)
  })

  return {
    isBusy: isSubmitting,
    error: errors.root?.message,
    submit,
    field: form.field,
    reset: form.reset,
    watch: form.watch,
  }
}

type PersonForm = Pick<AuthFormState<{ name: string; email: string }>, 'field'>

export function PersonFields({ form }: { form: PersonForm }) {
  return (
    <>
      <TextField
        {...form.field('name')}
        label={phrase('Full name')}
        autoComplete="name"
        maxLength={100}
        autoFocus
        required
      />
      <TextField
        {...form.field('email')}
        label={phrase('Email')}
        type="email"
        autoComplete="username"
        required
      />
    </>
  )
}
