import { log } from '#platform/log.server.ts'

/** What a server route answers when something was thrown: the words are logged with their cause, which nobody else sees. */
export function errorResponse(message: string, error: unknown): Response {
  log().error({ err: error }, message)
  const headers = { 'cache-control': 'no-store' }
  return Response.json({ message: `${message}.` }, { status: 500, headers })
}
