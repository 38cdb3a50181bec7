import { type FormEvent, useEffect, useRef } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { ZodType } from 'zod'
import { useZodForm, type ZodForm } from '#ui/office/useZodForm.ts'
import { type AuthFailure, authErrorMessage, fetchAuth } from './auth-client.ts'

export type AuthFormState<Fields extends FieldValues> = Pick<ZodForm<Fields>, 'field' | 'reset' | 'watch'> & {
  isBusy: boolean
  error: string | undefined
  submit: (event: FormEvent<HTMLFormElement>) => unknown
}

/**
 * Closing the form aborts its request, and ignores the outcome.
 *
 * @param options.extra sent in addition to the fields
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
