import { once } from 'node:events'
import { connect } from 'node:net'
import type { TestSite } from './test-site.ts'

/** `received` is the response so far, including headers. */
export async function follow(
  site: TestSite,
  query = '',
  headers: Record<string, string> = {},
  path = '/api/live',
) {
  const socket = connect(site.port, '127.0.0.1')
  const reader = { socket, received: '', isClosed: false }
  socket.setEncoding('utf8').on('data', (text) => {
    reader.received += text
  })
  socket
    .on('error', () => {})
    .on('close', () => {
      reader.isClosed = true
    })
  const lines = Object.entries({ Host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET ${path}${query} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  return reader
}

/** The tags of each event, or "reset", and the last ID. */
export function readEvents(received: string) {
  const events = received
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .flatMap((block) => {
      const [, id] = /^id: (.*)$/m.exec(block) ?? []
      const [, data] = /^data: (.*)$/m.exec(block) ?? []
      if (id === undefined || data === undefined) return []
      return [{ id, what: block.includes('event: reset') ? 'reset' : JSON.parse(data) }]
    })
  return { changes: events.map(({ what }) => what), lastId: events.at(-1)?.id ?? '' }
}
