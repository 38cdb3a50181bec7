export function Skeleton({ className }: { className: string }) {
  return <div className={`bg-rule/60 motion-safe:animate-pulse ${className}`} />
}
