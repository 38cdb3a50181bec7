import { createFileRoute } from '@tanstack/react-router'
import { answerFetchNews, refuseMethod } from '#features/feeds/server/answer-fetch-news.server.ts'

/** `POST /functions/v1/fetch-news`: gathers the feeds that are due and answers with the counts (spec §7). */
export const Route = createFileRoute('/functions/v1/fetch-news')({
  server: { handlers: { POST: answerFetchNews, ANY: refuseMethod } },
})
