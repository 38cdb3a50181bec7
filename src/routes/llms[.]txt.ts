import { createFileRoute } from '@tanstack/react-router'
import { answerLlms } from '#features/syndication/server/answer-text.server.ts'

/** What the site is, for language models. */
export const Route = createFileRoute('/llms.txt')({
  server: { handlers: { GET: answerLlms } },
})
