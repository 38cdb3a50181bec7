import type { QueryClient } from '@tanstack/react-query'
import { OFFICE_LIVE_PATH } from '#kernel/paths.ts'

/** Where the stream was refused: the database may be away, or the session over. */
const RETRY_MS = 15_000

/** The screens that show what a tag stands for, by the second part of their query keys. */
const SHOWN_BY: readonly [RegExp, readonly string[]][] = [
  [/^article/, ['articles', 'dashboard']],
  [/^settings$/, ['settings', 'pages', 'dashboard']],
  [/^admin:users$/, ['users', 'account', 'dashboard']],
  [/^admin:feeds$/, ['feeds', 'dashboard']],
  [/^admin:subscribers$/, ['subscribers', 'dashboard']],
  [/^admin:campaigns$/, ['campaigns']],
  [/^admin:audit$/, ['audit']],
]

/** Which kinds of queries of the back office (`['admin', kind, …]`) a change of these tags touches. */
export function touchedKinds(tags: readonly string[]): Set<string> {
  return new Set(SHOWN_BY.flatMap(([tag, kinds]) => (tags.some((one) => tag.test(one)) ? kinds : [])))
}

/** Keeps what the back office shows in step with what anybody changes. @returns ends it */
export function followAdminChanges(queryClient: QueryClient): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function invalidate(kinds: Iterable<string>): void {
    for (const kind of kinds) void queryClient.invalidateQueries({ queryKey: ['admin', kind] })
  }

  function open(): void {
    source = new EventSource(OFFICE_LIVE_PATH)
    source.onmessage = (event) => invalidate(touchedKinds(JSON.parse(event.data)))
    source.addEventListener('reset', () => void queryClient.invalidateQueries({ queryKey: ['admin'] }))
    source.onerror = () => {
      // From anything but a refusal the browser comes back by itself.
      if (source?.readyState !== EventSource.CLOSED) return
      invalidate(['account'])
      timer = setTimeout(open, RETRY_MS)
    }
  }

  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
