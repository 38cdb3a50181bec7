/** @param label for screen readers */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex justify-center py-24">
      <span className="size-8 rounded-full border-2 border-rule border-t-ink motion-safe:animate-spin" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
