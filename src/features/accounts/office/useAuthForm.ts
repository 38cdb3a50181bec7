import { type FormEvent, useState } from 'react'
import { type AuthAnswer, askAuth, messageOf } from './ask-auth.ts'

type Trouble = { message: string; field?: string | undefined }

/**
 * Sends a form to a call below /api/auth. What was typed stays, whatever comes of it; the field that is wrong gets the focus.
 *
 * @param options.more what is sent besides the form's fields
 */
export function useAuthForm<T>(
  path: string,
  options: {
    more?: object
    onDone: (data: T, fields: Record<string, string>) => unknown
    onError?: (answer: Exclude<AuthAnswer<T>, { kind: 'done' }>) => void
  },
) {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>
    setIsBusy(true)
    setTrouble(undefined)
    const answer = await askAuth<T>(path, { ...fields, ...options.more })
    if (answer.kind === 'done') await options.onDone(answer.data, fields)
    else {
      const field = answer.kind === 'refused' ? answer.field : undefined
      setTrouble({ message: messageOf(answer), field })
      options.onError?.(answer)
      const control = field ? form.elements.namedItem(field) : null
      if (control instanceof HTMLElement) control.focus()
    }
    setIsBusy(false)
  }

  return {
    isBusy,
    submit,
    /** What is wrong with a field. */
    errorOf: (field: string) => (trouble?.field === field ? trouble.message : undefined),
    /** What is wrong besides; `fields` are those that say it themselves. */
    messageBeside: (...fields: string[]) =>
      trouble && !fields.includes(trouble.field ?? '') ? trouble.message : undefined,
    clear: () => setTrouble(undefined),
  }
}
