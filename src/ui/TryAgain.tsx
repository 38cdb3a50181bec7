import type { FormEvent } from 'react'

type Props = { onRetry: () => void; label?: string }

/** A button that tries again in place; before the page's script runs, or without it, it loads the page anew. */
export function TryAgain({ onRetry, label = 'Try Again' }: Props) {
  function retry(event: FormEvent) {
    event.preventDefault()
    onRetry()
  }
  return (
    <form onSubmit={retry}>
      <button type="submit" className="button">
        {label}
      </button>
    </form>
  )
}
