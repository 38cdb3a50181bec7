import { type FormEvent, useState } from 'react'
import { type AuthFailure, authErrorMessage, fetchAuth } from './auth-client.ts'

/**
 * Sends a form to a route under /api/auth. Keeps what was typed, and moves the focus to the invalid field.
 *
 * @param options.extra sent besides the form's fields
 * @param options.validate returns false to keep the form from being sent
 */
export function useAuthForm<T>(
  path: string,
  options: {
    extra?: object
    validate?: (fields: Record<string, string>) => boolean
    onDone: (data: T, fields: Record<string, string>) => unknown
    onError?: (failure: AuthFailure) => void
  },
) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<{ message: string; field?: string | undefined }>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>
    if (options.validate?.(fields) === false) return
    setIsBusy(true)
    setError(undefined)
    const result = await fetchAuth<T>(path, { ...fields, ...options.extra })
    if (result.kind === 'done') await options.onDone(result.data, fields)
    else {
      const control = result.kind === 'rejected' && result.field && form.elements.namedItem(result.field)
      setError({ message: authErrorMessage(result), field: control ? result.field : undefined })
      options.onError?.(result)
      if (control instanceof HTMLElement) control.focus()
    }
    setIsBusy(false)
  }

  return {
    isBusy,
    submit,
    /** The error of the form as a whole. */
    error: error?.field ? undefined : error?.message,
    /** The name of a field and its error. */
    field: (name: string) => ({ name, error: error?.field === name ? error.message : undefined }),
    clearError: () => setError(undefined),
  }
}
