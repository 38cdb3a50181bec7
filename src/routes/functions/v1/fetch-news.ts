import { createFileRoute } from '@tanstack/react-router'
import {
  handleFetchNews,
  handleReadRun,
  methodNotAllowed,
} from '#features/feeds/ingest/fetch-news-handler.server.ts'

export const Route = createFileRoute('/functions/v1/fetch-news')({
  server: { handlers: { POST: handleFetchNews, GET: handleReadRun, ANY: methodNotAllowed } },
})
