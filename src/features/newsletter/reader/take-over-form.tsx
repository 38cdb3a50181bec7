import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { NewsletterForm } from './NewsletterForm.tsx'

/** Makes the form that stands in `place` a live one, or draws it where there is none. */
export function takeOverForm(place: HTMLElement): void {
  flushSync(() => {
    if (place.firstChild) hydrateRoot(place, <NewsletterForm />)
    else createRoot(place).render(<NewsletterForm />)
  })
}
