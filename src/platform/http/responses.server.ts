import type { ServerResponse } from 'node:http'
import { logFailure } from '#platform/process/log.server.ts'
import { BASE_HEADERS } from './security-headers.server.ts'

/** One line, uncached. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  const headers = {
    ...BASE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  }
  response.writeHead(status, headers).end(`${text}\n`)
}

/** The response contains `message` alone. */
export function errorResponse(message: string, error: unknown): Response {
  logFailure(error, message)
  const headers = { 'cache-control': 'no-store' }
  return Response.json({ message: `${message}.` }, { status: 500, headers })
}

/** Excel needs it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * @param lines with line breaks
 * @throws when the first line fails; a later failure aborts the response
 */
export async function csvDownload(fileName: string, lines: AsyncIterable<string>): Promise<Response> {
  const source = lines[Symbol.asyncIterator]()
  const first = await source.next()
  const encoder = new TextEncoder()
  let next: IteratorResult<string> | undefined = first
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK)),
    async pull(controller) {
      const { done, value } = next ?? (await source.next())
      next = undefined
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => void source.return?.(),
  })
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  }
  return new Response(body, { headers })
}
