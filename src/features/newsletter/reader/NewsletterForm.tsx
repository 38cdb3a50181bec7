import { type InputHTMLAttributes, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_EMAIL_LENGTH } from '#kernel/email-address.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { HELD_CLICK } from '#platform/render/held-click.ts'
import { showToast } from '#ui/toast.ts'
import { MAX_NAME_LENGTH } from '../rules/parse-signup.ts'
import { emailMissing, type SignupMessage, signupFailed } from '../rules/signup-outcome.ts'

const TIMEOUT_MS = 30_000

/** Spec §4 and §5; at most one per page. Without react-hook-form, to keep readers' scripts small. `result` is set without JavaScript. */
export function NewsletterForm({ result }: { result?: SignupMessage }) {
  const [state, setState] = useState<'submitting' | SignupMessage | undefined>(result)
  const isSending = useRef(false)
  const message = state === 'submitting' ? undefined : state
  if (message?.outcome === 'subscribed') return <Thanks {...message} />

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    const form = event.currentTarget
    const container = form.parentElement
    setState('submitting')
    const response = await sendSignup(form)
    isSending.current = false
    // The element must exist to take the focus.
    flushSync(() => setState(response))
    container?.querySelector<HTMLElement>('[aria-invalid], [tabindex]')?.focus()
    if (response.outcome !== 'subscribed') void showToast({ ...response, isError: true })
  }

  return (
    <form
      // Only applies without JavaScript.
      ref={(form) => form?.setAttribute('novalidate', '')}
      method="post"
      action="/newsletter"
      onSubmit={submit}
      className="grid gap-x-4 gap-y-3 md:grid-cols-[1fr_1fr_auto]"
    >
      <Field
        label={phrase('Email address')}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={MAX_EMAIL_LENGTH}
        message={message}
      />
      <Field
        label={phrase('Name (optional)')}
        name="full_name"
        type="text"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        message={message}
      />
      {/* Honeypot. */}
      <input type="text" name="subject" hidden autoComplete="off" />
      <button
        {...HELD_CLICK}
        type="submit"
        aria-disabled={state === 'submitting'}
        className="button md:mt-6 md:min-w-40"
      >
        {state === 'submitting' ? phrase('Subscribing...') : phrase('Subscribe')}
      </button>
      <p
        id="signup"
        className="min-h-5 scroll-mt-80 text-14 text-accent max-md:row-start-2 max-md:-mt-2 md:col-span-3"
      >
        {message && <Result {...message} />}
        <Result {...signupFailed()} className="held-failure" />
      </p>
      <p className="text-13 text-muted md:col-span-3">
        {phraseParts('Our {policy} explains how we use your details.', {
          policy: (
            <a key="policy" href="/privacy-policy" className="underline underline-offset-2 hover:text-ink">
              {phrase('Privacy Policy')}
            </a>
          ),
        })}
      </p>
    </form>
  )
}

function Result({ title, text, field, className }: SignupMessage & { className?: string }) {
  return (
    <span role={field ? undefined : 'alert'} className={className}>
      <strong>{title}:</strong> {text}
    </span>
  )
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; message?: SignupMessage }

function Field({ label, message, ...input }: FieldProps) {
  const isInvalid = message?.field === input.name
  return (
    <label className="label">
      {label}
      <input
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? 'signup' : undefined}
        className="mt-1 block min-h-11 w-full border border-muted bg-paper px-3 text-16 font-normal tracking-normal aria-invalid:border-2 aria-invalid:border-accent"
        {...input}
      />
    </label>
  )
}

/** Never rejects (spec §7). */
async function sendSignup(form: HTMLFormElement): Promise<SignupMessage> {
  const fields = Object.fromEntries(new FormData(form)) as { email: string }
  if (!fields.email.trim()) return emailMissing()
  try {
    const response = await fetch('/newsletter', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(fields),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const message: SignupMessage = await response.json()
    // Proxies may respond with other JSON.
    return message.outcome ? message : signupFailed()
  } catch {
    return signupFailed()
  }
}

function Thanks({ title, text }: SignupMessage) {
  return (
    <div id="signup" tabIndex={-1} className="scroll-mt-80">
      <p className="headline pb-1 text-24">{title}</p>
      <p className="text-muted">{text}</p>
    </div>
  )
}
