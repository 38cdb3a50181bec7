import { createFileRoute } from '@tanstack/react-router'
import { handleSitemapIndex } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/sitemap.xml')({
  server: { handlers: { GET: handleSitemapIndex } },
})
