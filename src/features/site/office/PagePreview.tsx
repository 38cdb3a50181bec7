import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { pagePreviewQuery } from '../edit-pages.functions.ts'
import { STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'

/** A text as readers would see it: the server has sanitised it. Its links lead nowhere from here. */
export function PagePreview({ name, html }: { name: StaticPageName; html: string }) {
  const { data, error, refetch } = useQuery(pagePreviewQuery(name, html))
  if (error) return <ErrorState text={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <p role="status">Loading...</p>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps links from leaving the editor
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard follows a link by a click as well
    <div
      className="mx-auto max-w-[35rem]"
      onClick={(event) => (event.target as Element).closest('a') && event.preventDefault()}
    >
      <h2 className="headline mb-6 border-t border-ink pt-3 text-38">{STATIC_PAGES[name].title}</h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it */}
      <div dir="auto" className="prose" dangerouslySetInnerHTML={{ __html: data }} />
    </div>
  )
}
