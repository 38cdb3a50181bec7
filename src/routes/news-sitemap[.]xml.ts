import { createFileRoute } from '@tanstack/react-router'
import { handleNewsSitemap } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/news-sitemap.xml')({
  server: { handlers: { GET: () => handleNewsSitemap(new Date()) } },
})
