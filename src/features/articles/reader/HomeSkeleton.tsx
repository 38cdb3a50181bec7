import { phrase } from '#kernel/text/phrase.ts'
import { Section } from '#ui/Section.tsx'

const FEATURED = ['first', 'second', 'third', 'fourth']

/** Separate from HomePage, which is lazy-loaded. */
export function HomeSkeleton() {
  return (
    <div className="measure grid gap-y-8 pt-6 md:gap-y-10">
      <div role="status" className="sr-only">
        <h1>{phrase('Loading news…')}</h1>
      </div>
      <Section title={phrase('Latest Headlines')}>
        <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[2fr_1fr]">
          <Skeleton className="aspect-video max-md:-mx-4" />
          <Lines headline="h-9" />
        </div>
      </Section>
      <Section title={phrase('Featured Stories')}>
        <div className="ruled-grid md:grid-cols-2 lg:grid-cols-4">
          {FEATURED.map((name) => (
            <div key={name} className="flex flex-row-reverse gap-4 md:flex-col">
              <Skeleton className="aspect-square w-24 shrink-0 md:aspect-3/2 md:w-full" />
              <Lines headline="h-5" />
            </div>
          ))}
        </div>
      </Section>
    </div>
  )
}

function Lines({ headline }: { headline: string }) {
  return (
    <div className="grid flex-1 content-start gap-2">
      <Skeleton className="h-4 w-20" />
      <Skeleton className={headline} />
      <Skeleton className={`${headline} w-4/5`} />
    </div>
  )
}

function Skeleton({ className }: { className: string }) {
  return <div className={`bg-rule/60 motion-safe:animate-pulse ${className}`} />
}
