import { createFileRoute } from '@tanstack/react-router'
import { handleSitemapIndex } from '#features/syndication/server/sitemap-handler.server.ts'

/** The index of all sitemaps. */
export const Route = createFileRoute('/sitemap.xml')({
  server: { handlers: { GET: handleSitemapIndex } },
})
