/** The grey shape of something that is on its way. */
export function Skeleton({ className }: { className: string }) {
  return <div className={`bg-rule/60 motion-safe:animate-pulse ${className}`} />
}
