// Baseline: a bare node:http server that writes the bytes and headers of one page.
// Usage: node harness/bench/bare-server.mjs URL
import { createServer, get } from 'node:http'

/** Headers that node:http adds itself. */
const AUTOMATIC_HEADERS = /^(date|connection|keep-alive|transfer-encoding)$/i

const [url] = process.argv.slice(2)
const { headers, body } = await new Promise((resolve, reject) => {
  get(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
    const chunks = await Array.fromAsync(response)
    resolve({ headers: response.rawHeaders, body: Buffer.concat(chunks) })
  }).on('error', reject)
})
const pageHeaders = headers.filter((_, index) => !AUTOMATIC_HEADERS.test(headers[index - (index % 2)]))

const server = createServer((_request, response) => {
  response.writeHead(200, pageHeaders)
  response.end(body)
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`))
