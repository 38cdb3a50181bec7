import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'

const hasNginx = spawnSync('nginx', ['-v']).status === 0
const TEMPORARY_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

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
    const folder = await mkdtemp(join(tmpdir(), 'nginx-cache-'))
    closing.defer(() => rm(folder, { recursive: true, force: true }))
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const example = (await readFile(projectFile('deploy', 'nginx-cache.conf'), 'utf8'))
      .replace('/var/cache/nginx/masthead', join(folder, 'cache'))
      .replace('127.0.0.1:3000', `127.0.0.1:${site.port}`)
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${folder}/pid; events {}
       http { access_log off; ${TEMPORARY_FOLDERS.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
       ${example} }`,
    )
    const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
    const nginx = spawn('nginx', args, { stdio: 'ignore' })
    const ended = once(nginx, 'exit')
    closing.defer(async () => {
      nginx.kill('SIGTERM')
      await ended
    })
    await eventually(() => fetch(`${url}/livez`))
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
