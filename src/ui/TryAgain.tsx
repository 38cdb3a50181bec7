import type { FormEvent } from 'react'
import { phrase } from '#kernel/text/phrase.ts'

type Props = { onRetry: () => void; label?: string }

/** Retries in place; without JavaScript it reloads the page. */
export function TryAgain({ onRetry, label = phrase('Try Again') }: Props) {
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
