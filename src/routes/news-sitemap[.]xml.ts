import { createFileRoute } from '@tanstack/react-router'
import { handleNewsSitemap } from '#features/syndication/server/sitemap-handler.server.ts'

export const Route = createFileRoute('/news-sitemap.xml')({
  server: { handlers: { GET: () => handleNewsSitemap(new Date()) } },
})
