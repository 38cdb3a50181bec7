import { createServer, get } from 'node:http'

/** Elements that run code, not structured data. */
const SCRIPTS = /<script(?! type="application\/ld\+json")[^>]*>.*?<\/script>/gs

/**
 * Serves a copy of a page without its scripts. All other files come from the site itself.
 *
 * @param {string} pageUrl
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveStaticCopy(pageUrl) {
  const { origin, pathname } = new URL(pageUrl)
  const html = (await (await fetch(pageUrl)).text()).replaceAll(SCRIPTS, '')
  const server = createServer((request, response) => {
    if (request.url === pathname) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
      return
    }
    const { host: _, ...headers } = request.headers
    get(new URL(request.url, origin), { headers }, (file) => {
      response.writeHead(file.statusCode, file.headers)
      file.pipe(response)
    }).on('error', () => response.destroy())
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}${pathname}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
