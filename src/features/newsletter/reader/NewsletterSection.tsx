import { createIsomorphicFn } from '@tanstack/react-start'
import { phrase } from '#kernel/text/phrase.ts'
import { releaseHeldClick } from '#platform/render/held-click.ts'
import { Section } from '#ui/Section.tsx'
import { NewsletterForm } from './NewsletterForm.tsx'

const NO_HTML = { __html: '' }
/** Prevents layout shifts. */
const FORM_HEIGHT = 'min-h-70 md:min-h-33'

export function NewsletterSection({ siteName }: { siteName: string }) {
  return (
    <div className="measure pt-8 md:pt-10 print:hidden">
      <Section title={phrase('Newsletter')}>
        <div className="grid gap-x-12 gap-y-4 lg:grid-cols-12">
          {/* One text node: a second one would move when the web font loads. */}
          <p className="headline text-24 lg:col-span-4">
            {phrase('What matters from {name}, in your inbox.', { name: siteName })}
          </p>
          <div className="lg:col-span-8">
            <FormIsland />
          </div>
        </div>
      </Section>
    </div>
  )
}

/** Server-only, to keep the form out of the page's bundle. */
const renderForm = createIsomorphicFn().server(() => <NewsletterForm />)

/** Hydrates on the first interaction. */
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
  const { signal } = waiting
  const heldButton = () => container.querySelector<HTMLButtonElement>('[data-held=true]')

  async function hydrate() {
    try {
      const { hydrateForm } = await import('./hydrate-form.tsx')
      if (!signal.aborted) hydrateForm(container)
      waiting.abort()
    } catch {
      const button = heldButton()
      if (button) void releaseHeldClick(button)
    }
  }

  for (const type of ['focusin', 'held']) container.addEventListener(type, hydrate, { signal })
  // Not server-rendered after client-side navigation.
  const isEmpty = !container.firstChild
  if (isEmpty || heldButton()) void hydrate()
  if (isEmpty) addEventListener('online', hydrate, { signal })
  return () => waiting.abort()
}
