import { log } from '#platform/log.server.ts'
import { newsFetcher } from './news-fetcher.server.ts'

const NOT_KEPT = { 'cache-control': 'no-store' }

/** Gathers the feeds that are due and answers with the counts (spec §7). What the request carries is not looked at. */
export async function answerFetchNews(): Promise<Response> {
  try {
    return Response.json(await newsFetcher().fetchNews(), { headers: NOT_KEPT })
  } catch (error) {
    log().warn({ err: error }, 'The news could not be fetched')
    const body = { error: 'The news cannot be fetched at the moment. Please try again later.' }
    return Response.json(body, { status: 503, headers: { ...NOT_KEPT, 'retry-after': '10' } })
  }
}

/** Any other method than POST (RFC 9110 §15.5.6). */
export function refuseMethod(): Response {
  const headers = { ...NOT_KEPT, allow: 'POST' }
  return Response.json({ error: 'The news is fetched with POST.' }, { status: 405, headers })
}
