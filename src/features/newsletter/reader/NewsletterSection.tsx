import { createIsomorphicFn } from '@tanstack/react-start'
import { Section } from '#ui/Section.tsx'
import { NewsletterForm } from './NewsletterForm.tsx'

const NO_HTML = { __html: '' }
/** Reserves the height of the form, to prevent layout shifts. */
const FORM_HEIGHT = 'min-h-70 md:min-h-33'

/** The newsletter signup on the home page (spec §2). */
export function NewsletterSection({ siteName }: { siteName: string }) {
  return (
    <div className="measure pt-8 md:pt-10">
      <Section title="Newsletter">
        <div className="grid gap-x-12 gap-y-4 lg:grid-cols-12">
          <p className="headline text-24 lg:col-span-4">What matters from {siteName}, in your inbox.</p>
          <div className="lg:col-span-8">
            <FormIsland />
          </div>
        </div>
      </Section>
    </div>
  )
}

/** Compiled to nothing in the browser, which keeps the form out of the page's bundle. */
const renderForm = createIsomorphicFn().server(() => <NewsletterForm />)

/** Server-renders the form; loads its script and hydrates it on the first interaction, with the typed values. */
function FormIsland() {
  const form = renderForm()
  if (form) return <div className={FORM_HEIGHT}>{form}</div>
  return (
    <div
      ref={hydrateOnInteraction}
      className={FORM_HEIGHT}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sets nothing; makes React keep the existing content
      dangerouslySetInnerHTML={NO_HTML}
    />
  )
}

function hydrateOnInteraction(container: HTMLDivElement) {
  const waiting = new AbortController()

  async function hydrate(event?: Event) {
    const isSubmit = event && event.type !== 'focusin'
    // Suppresses the browser's submission and validation messages; submitted again after hydration.
    if (isSubmit) event.preventDefault()
    try {
      const { hydrateForm } = await import('./hydrate-form.tsx')
      if (!waiting.signal.aborted) hydrateForm(container)
      waiting.abort()
      if (isSubmit) container.querySelector('form')?.requestSubmit()
    } catch {
      // Without its script the form is submitted by the browser.
      if (isSubmit) container.querySelector('form')?.submit()
    }
  }

  const options = { capture: true, signal: waiting.signal }
  for (const type of ['focusin', 'submit', 'invalid']) container.addEventListener(type, hydrate, options)
  // After a client-side navigation there is no server-rendered form.
  if (!container.firstChild) void hydrate()
  return () => waiting.abort()
}
