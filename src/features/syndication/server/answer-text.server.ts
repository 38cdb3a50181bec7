import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { llmsText } from '../rules/llms-text.ts'
import { robotsText } from '../rules/robots-text.ts'

/** `/robots.txt`. */
export function answerRobots(): Response {
  return text(robotsText(siteOrigin()))
}

/** `/llms.txt`. */
export async function answerLlms(): Promise<Response> {
  return text(llmsText({ origin: siteOrigin(), settings: await findPublicSettings(db()) }))
}

function text(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
