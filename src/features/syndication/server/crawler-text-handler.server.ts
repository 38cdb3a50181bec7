import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { writeLlmsText, writeRobotsText } from '../rules/write-crawler-texts.ts'

export function handleRobots(): Response {
  return text(writeRobotsText(siteOrigin()))
}

export async function handleLlms(): Promise<Response> {
  return text(writeLlmsText({ origin: siteOrigin(), settings: await findPublicSettings(db()) }))
}

function text(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
