import { type InputHTMLAttributes, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { showToast } from '#ui/toast.ts'
import { LONGEST_EMAIL, LONGEST_NAME } from '../rules/read-signup.ts'
import type { SignupMessage } from '../rules/signup-outcome.ts'
import { sendSignup } from './send-signup.ts'

/**
 * The form that subscribes a reader to the newsletter (spec §4 and §5), once on a page. Before its script runs, or without
 * it, the browser checks and sends it and comes back with `told`, which is what became of it.
 */
export function NewsletterForm({ told }: { told?: SignupMessage }) {
  const [state, setState] = useState<'submitting' | SignupMessage | undefined>(told)
  const isSending = useRef(false)
  const message = state === 'submitting' ? undefined : state
  if (message?.outcome === 'subscribed') return <Thanks {...message} />

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    const form = event.currentTarget
    const place = form.parentElement
    setState('submitting')
    const answer = await sendSignup(form)
    isSending.current = false
    // What takes the focus must stand there first, with what it has to say.
    flushSync(() => setState(answer))
    place?.querySelector<HTMLElement>('[aria-invalid], [tabindex]')?.focus()
    if (answer.outcome !== 'subscribed') void showToast({ ...answer, isError: true })
  }

  return (
    <form
      // With script the page says itself what is missing.
      ref={(form) => form?.setAttribute('novalidate', '')}
      method="post"
      action="/newsletter"
      onSubmit={submit}
      className="grid gap-x-4 gap-y-3 md:grid-cols-[1fr_1fr_auto]"
    >
      <Field
        label="Email address"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={LONGEST_EMAIL}
        message={message}
      />
      <Field
        label="Name (optional)"
        name="full_name"
        type="text"
        autoComplete="name"
        maxLength={LONGEST_NAME}
        message={message}
      />
      {/* No person sees it; what fills it in is a machine. */}
      <input type="text" name="subject" hidden autoComplete="off" />
      <button type="submit" aria-disabled={state === 'submitting'} className="button md:mt-6 md:min-w-40">
        {state === 'submitting' ? 'Subscribing...' : 'Subscribe'}
      </button>
      <p
        id="signup"
        className="min-h-5 scroll-mt-80 text-14 text-accent max-md:row-start-2 max-md:-mt-2 md:col-span-3"
      >
        {message && (
          <span role={message.field ? undefined : 'alert'}>
            <strong>{message.title}:</strong> {message.text}
          </span>
        )}
      </p>
      <p className="text-13 text-muted md:col-span-3">
        Our{' '}
        <a href="/privacy-policy" className="underline underline-offset-2 hover:text-ink">
          Privacy Policy
        </a>{' '}
        says what we do with your details.
      </p>
    </form>
  )
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; message?: SignupMessage }

function Field({ label, message, ...input }: FieldProps) {
  const isWrong = message?.field === input.name
  return (
    <label className="label">
      {label}
      <input
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? 'signup' : undefined}
        className="mt-1 block min-h-11 w-full border border-muted bg-paper px-3 text-16 font-normal tracking-normal aria-invalid:border-2 aria-invalid:border-accent"
        {...input}
      />
    </label>
  )
}

function Thanks({ title, text }: SignupMessage) {
  return (
    <div id="signup" tabIndex={-1} className="scroll-mt-80">
      <p className="headline pb-1 text-24">{title}</p>
      <p className="text-muted">{text}</p>
    </div>
  )
}
