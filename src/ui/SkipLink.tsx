export function SkipLink({ to }: { to: `#${string}` }) {
  return (
    <a
      href={to}
      className="button sr-only z-20 bg-paper focus:not-sr-only focus:fixed focus:top-1 focus:left-1"
    >
      Skip to content
    </a>
  )
}
