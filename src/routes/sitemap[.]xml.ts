import { createFileRoute } from '@tanstack/react-router'
import { handleSitemapIndex } from '#features/syndication/server/sitemap-handler.server.ts'

export const Route = createFileRoute('/sitemap.xml')({
  server: { handlers: { GET: handleSitemapIndex } },
})
