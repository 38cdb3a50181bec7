import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { hasNginx, startNginx } from '#platform/testing/nginx.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'

/** Install nginx to run these tests. */
describe.skipIf(!hasNginx)('deploy/nginx-cache.conf', () => {
  let site: TestSite
  let url: string
  let title = 'Before'
  let status = 200
  const closing = new AsyncDisposableStack()

  beforeAll(async () => {
    site = await startTestSite(async () => {
      addPageTags('articles')
      return new Response(title, { status, headers: { 'content-type': 'text/html' } })
    })
    closing.defer(() => site.close())
    const example = await readFile(projectFile('deploy', 'nginx-cache.conf'), 'utf8')
    const nginx = closing.use(
      await startNginx(({ folder, port }) =>
        example
          .replace('/var/cache/nginx/masthead', join(folder, 'cache'))
          .replace('127.0.0.1:3000', `127.0.0.1:${site.port}`)
          .replace('listen 80;', `listen 127.0.0.1:${port};`),
      ),
    )
    url = nginx.url
  })
  afterAll(() => closing.disposeAsync())

  const read = async (path: string) => {
    const response = await fetch(url + path)
    return { status: response.status, text: await response.text() }
  }
  function change(text: string, newStatus = 200) {
    title = text
    status = newStatus
    site.cache.invalidate(['articles'])
  }

  it('stores pages for a second', async () => {
    await read('/')
    const before = site.outcomes.length
    await Promise.all(Array.from({ length: 20 }, () => read('/')))
    expect(site.outcomes.length - before).toBeLessThan(5)
    change('After')
    await eventually(async () => expect((await read('/')).text).toBe('After'))
  })

  it('never stores searches', async () => {
    for (const text of ['One', 'Two']) {
      change(text)
      expect((await read('/search')).text).toBe(text)
    }
  })

  // The last test: it stops the site.
  it('serves pages while the site is down, but none that were removed', async () => {
    change('Kept')
    await eventually(async () => expect((await read('/kept')).text).toBe('Kept'))
    await eventually(async () => expect((await read('/removed')).text).toBe('Kept'))
    change('Gone', 404)
    await eventually(async () => expect((await read('/removed')).status).toBe(404))
    await site.close()
    expect((await read('/kept')).text).toBe('Kept')
    expect(await read('/removed')).toEqual({ status: 404, text: 'Gone' })
  })
})
