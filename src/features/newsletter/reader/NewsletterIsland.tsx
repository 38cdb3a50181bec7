import { createIsomorphicFn } from '@tanstack/react-start'
import { NewsletterForm } from './NewsletterForm.tsx'

const AS_DRAWN = { __html: '' }
/** Whatever stands in it, or not yet, nothing below moves. */
const AS_HIGH = 'min-h-70 md:min-h-33'

/** Nothing in a browser, so that this file does not bring the form along. */
const drawForm = createIsomorphicFn().server(() => <NewsletterForm />)

/**
 * The newsletter form without its script, which the first view of a page does not need: it comes when a reader turns to the
 * form, and takes over what the server has drawn together with all that was typed.
 */
export function NewsletterIsland() {
  const form = drawForm()
  if (form) return <div className={AS_HIGH}>{form}</div>
  return (
    <div
      ref={awaitReader}
      className={AS_HIGH}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it sets nothing; React then leaves what it finds
      dangerouslySetInnerHTML={AS_DRAWN}
    />
  )
}

function awaitReader(place: HTMLDivElement) {
  const waiting = new AbortController()

  async function turnTo(event?: Event) {
    const isSent = event && event.type !== 'focusin'
    // Neither by the browser nor in its words: the form is sent again as soon as its script is there.
    if (isSent) event.preventDefault()
    try {
      const { takeOverForm } = await import('./take-over-form.tsx')
      if (!waiting.signal.aborted) takeOverForm(place)
      waiting.abort()
      if (isSent) place.querySelector('form')?.requestSubmit()
    } catch {
      // The form works without.
      if (isSent) place.querySelector('form')?.submit()
    }
  }

  const options = { capture: true, signal: waiting.signal }
  for (const type of ['focusin', 'submit', 'invalid']) place.addEventListener(type, turnTo, options)
  // On a page that was changed in place nothing is drawn yet.
  if (!place.firstChild) void turnTo()
  return () => waiting.abort()
}
