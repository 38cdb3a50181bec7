import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { NewsletterForm } from './NewsletterForm.tsx'

/** A separate chunk, loaded on interaction. */
export function hydrateForm(container: HTMLElement): void {
  flushSync(() => {
    if (container.firstChild) hydrateRoot(container, <NewsletterForm />)
    else createRoot(container).render(<NewsletterForm />)
  })
}
