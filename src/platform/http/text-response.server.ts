import type { ServerResponse } from 'node:http'
import { BASE_HEADERS } from './security-headers.server.ts'

/** Sends one line of text, uncached. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  const headers = {
    ...BASE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  }
  response.writeHead(status, headers).end(`${text}\n`)
}
