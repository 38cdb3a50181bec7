import { createFileRoute } from '@tanstack/react-router'
import { handleFetchNews, refuseMethod } from '#features/feeds/server/fetch-news-handler.server.ts'

/** Fetches the due feeds and responds with the counts (spec §7). */
export const Route = createFileRoute('/functions/v1/fetch-news')({
  server: { handlers: { POST: handleFetchNews, ANY: refuseMethod } },
})
