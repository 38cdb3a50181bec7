import { phrase } from '#kernel/text/phrase.ts'

export function SkipLink({ to }: { to: `#${string}` }) {
  return (
    <a
      href={to}
      className="button sr-only z-20 bg-paper focus:not-sr-only focus:fixed focus:top-1 focus:start-1"
    >
      {phrase('Skip to content')}
    </a>
  )
}
