// Baseline: a bare node:http server that writes the bytes and headers of one page.
// Usage: node harness/bench/bare-server.mjs URL
import { createServer } from 'node:http'
import { request } from 'undici'

/** Headers that node:http adds itself. */
const AUTOMATIC_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

const [url] = process.argv.slice(2)
const page = await request(url, { headers: { 'accept-encoding': 'br' } })
const headers = Object.entries(page.headers).filter(([name]) => !AUTOMATIC_HEADERS.includes(name))
const body = Buffer.from(await page.body.arrayBuffer())

const server = createServer((_request, response) => {
  response.writeHead(200, headers.flat())
  response.end(body)
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`))
