import { createFileRoute } from '@tanstack/react-router'
import { handleAdsText } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/ads.txt')({
  server: { handlers: { GET: handleAdsText } },
})
