import { log } from '#platform/log.server.ts'

/** Logs `error` and returns a response with `message` alone. */
export function errorResponse(message: string, error: unknown): Response {
  log().error({ err: error }, message)
  const headers = { 'cache-control': 'no-store' }
  return Response.json({ message: `${message}.` }, { status: 500, headers })
}
