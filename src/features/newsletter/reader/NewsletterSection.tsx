import { Section } from '#ui/Section.tsx'
import { NewsletterIsland } from './NewsletterIsland.tsx'

/** The offer of the newsletter on the home page (spec §2). */
export function NewsletterSection({ siteName }: { siteName: string }) {
  return (
    <div className="measure pt-8 md:pt-10">
      <Section title="Newsletter">
        <div className="grid gap-x-12 gap-y-4 lg:grid-cols-12">
          <p className="headline text-24 lg:col-span-4">What matters from {siteName}, in your inbox.</p>
          <div className="lg:col-span-8">
            <NewsletterIsland />
          </div>
        </div>
      </Section>
    </div>
  )
}
