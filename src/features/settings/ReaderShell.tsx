import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SkipLink } from '#ui/SkipLink.tsx'
import { CategoryNav } from './CategoryNav.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'
import { shellQuery } from './settings.functions.ts'

/** The frame around every reader's page. */
export function ReaderShell({ children }: { children: ReactNode }) {
  const { settings, today } = useSuspenseQuery(shellQuery).data
  return (
    <>
      <SkipLink to="#content" />
      <SiteHeader settings={settings} today={today} />
      <CategoryNav />
      <main id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      <SiteFooter settings={settings} />
    </>
  )
}
