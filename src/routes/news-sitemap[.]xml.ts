import { createFileRoute } from '@tanstack/react-router'
import { answerNewsSitemap } from '#features/syndication/server/answer-sitemap.server.ts'

/** The articles of the last two days, for news search. */
export const Route = createFileRoute('/news-sitemap.xml')({
  server: { handlers: { GET: () => answerNewsSitemap(new Date()) } },
})
