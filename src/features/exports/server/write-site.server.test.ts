import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { redirects } from '#schema/redirects.ts'
import { createPaper, ORIGIN } from '../testing/paper.ts'
import { unzip } from '../testing/unzip.ts'

const paper = await createPaper()
beforeEach(() => paper.clear())
afterAll(() => paper.drop())

/** A site whose home page has these links. Like ours, it redirects addresses with a slash at their end. */
async function exportSite(links: readonly string[]) {
  await using server = await startLocalServer(({ url = '' }, response) => {
    if (url.length > 1 && url.endsWith('/'))
      return void response.writeHead(308, { location: url.slice(0, -1) }).end()
    const body = url === '/' ? links.map((link) => `<a href="${link}">x</a>`).join('') : `Page ${url}`
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<body>${body}</body>`)
  })
  const zip = await paper.export({ format: 'site', address: server.origin })
  return { files: await unzip(zip), requested: server.requests.map(({ url = '' }) => url) }
}

it('writes a page that is linked with a slash at its end', async () => {
  const { files } = await exportSite(['/travel/', `${ORIGIN}/money/#top`])
  expect(String(files.get('travel/index.html'))).toContain('Page /travel')
  expect(String(files.get('money/index.html'))).toContain('Page /money')
})

it('asks for nothing of the admin area, for no preview, and for no address that no file can have', async () => {
  const hostile = ['/admin', '/api/live', '/preview/secret', '/%2e%2e%2fadmin', `/${'a'.repeat(1_500)}/`]
  const { files, requested } = await exportSite(hostile)
  expect(requested.filter((url) => /admin|live|preview|aaa/.test(url))).toEqual([])
  expect(String(files.get('index.html')).match(/href="\/"/g)).toHaveLength(hostile.length)
})

it('redirects former addresses to the pages of articles, except of those that are not published', async () => {
  const id = await paper.publishArticle({ title: 'Baths reopen' })
  await paper.db.insert(redirects).values([
    { fromPath: '/2019/baths', target: `/article/${id}`, status: 301, origin: 'import' },
    { fromPath: '/2027/secret', target: `/article/${randomUUID()}`, status: 301, origin: 'import' },
    { fromPath: '/old', target: '/money', status: 301, origin: 'editor' },
  ])
  const { files } = await exportSite([])
  expect(String(files.get('2019/baths/index.html'))).toContain(`url=/article/${id}/baths-reopen/"`)
  expect(files.has(`article/${id}/baths-reopen/index.html`)).toBe(true)
  expect(files.has('2027/secret/index.html')).toBe(false)
  expect(String(files.get('old/index.html'))).toContain('url=/money/"')
})
