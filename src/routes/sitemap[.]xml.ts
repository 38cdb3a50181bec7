import { createFileRoute } from '@tanstack/react-router'
import { answerSitemapIndex } from '#features/syndication/server/answer-sitemap.server.ts'

/** The index of all sitemaps. */
export const Route = createFileRoute('/sitemap.xml')({
  server: { handlers: { GET: answerSitemapIndex } },
})
