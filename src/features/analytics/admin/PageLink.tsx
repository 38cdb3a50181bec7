import { UNKNOWN_PATH } from '#domain/beacon.ts'

/** A page that is counted, under its name; the site's own pages are those of the readers, so that the link leaves the back-office. */
export function PageLink({ page: { name, title } }: { page: { name: string; title: string | null } }) {
  if (name === UNKNOWN_PATH) return <span>Pages that were not found</span>
  return (
    <a href={name} dir="auto" className="min-w-0 wrap-anywhere underline-offset-4 hover:underline">
      {title ?? (name === '/' ? 'Home' : name)}
    </a>
  )
}
