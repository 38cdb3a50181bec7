import { request } from 'node:http'
import { pipeline } from 'node:stream'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { send } from '../shared/client.mjs'

/**
 * Sends each request to the next server, and retries a failed GET request once, on the server after it.
 *
 * @param {() => string[]} findOrigins of the servers, whose ports may change
 */
export async function startBalancer(findOrigins) {
  let count = 0
  const server = await startLocalServer((incoming, response) => {
    const { method, url, headers } = incoming
    const forward = (attemptsLeft) => {
      const origins = findOrigins()
      const origin = origins[count++ % origins.length]
      if (!origin) return response.writeHead(503).end()
      const outgoing = request(origin + url, { method, headers }, (upstream) => {
        if (response.destroyed) return upstream.destroy()
        response.writeHead(upstream.statusCode, upstream.headers)
        pipeline(upstream, response, () => {})
      })
      outgoing.on('error', () => {
        if (method === 'GET' && attemptsLeft > 0 && !response.headersSent) forward(attemptsLeft - 1)
        else response.destroy()
      })
      response.on('close', () => outgoing.destroy())
      incoming.pipe(outgoing)
    }
    forward(1)
  })
  const url = server.origin.replace('127.0.0.1', 'localhost')
  return {
    url,
    port: server.port,
    send: (path, options) => send(url, path, options),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
