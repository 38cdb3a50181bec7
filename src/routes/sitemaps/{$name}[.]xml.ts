import { createFileRoute } from '@tanstack/react-router'
import { handleSitemap } from '#features/syndication/server/syndication-handlers.server.ts'

/** `pages`, or a month (`2026-11`, `2026-11-2`). */
export const Route = createFileRoute('/sitemaps/{$name}.xml')({
  server: { handlers: { GET: ({ params }) => handleSitemap(params.name) } },
})
