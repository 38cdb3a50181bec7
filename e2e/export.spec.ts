import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parseFeed } from 'feedsmith'
import { unzip } from '../src/features/exports/testing/unzip.ts'
import { startLocalServer } from '../src/platform/testing/local-server.ts'
import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

async function downloadSite(page: Page): Promise<{ name: string; bytes: Buffer }> {
  await page.goto('/admin/export')
  await page.getByRole('radio', { name: 'Static site' }).check()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const TYPES = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['css', 'text/css'],
  ['js', 'text/javascript'],
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['webp', 'image/webp'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
])

/** Serves files like a static web server: `index.html` for a folder, and the query is ignored. */
function serveFiles(files: ReadonlyMap<string, Buffer>) {
  return startLocalServer(({ url = '' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://site.invalid').pathname).slice(1)
    const name = path === '' || path.endsWith('/') ? `${path}index.html` : path
    const file = files.get(name)
    const type = TYPES.get(name.split('.').at(-1) ?? '') ?? 'application/octet-stream'
    response.writeHead(file ? 200 : 404, { 'content-type': file ? type : 'text/html; charset=utf-8' })
    response.end(file ?? files.get('404.html'))
  })
}

test('an administrator exports a static site, whose links, images, feeds and search work on any web server', async ({
  site,
  page,
  pageErrors,
}) => {
  test.slow()
  pageErrors.allow(/^another host: http:\/\/127\.0\.0\.1:/)
  pageErrors.allow(/status 404: \/none/)
  const image = '/samples/money-1.webp'
  await site.publish([
    {
      title: 'Bäder reopen',
      category: 'Money',
      image_url: image,
      content: '<p>What it says.</p>',
      author: 'Ben Ode',
    },
    ...stories(26),
  ])
  await site.sql(
    `insert into redirects (from_path, target, status, origin) values ('/2019/old', '/news', 301, 'editor')`,
  )
  await signIn(site, page.request)
  const { name: fileName, bytes } = await downloadSite(page)
  expect(fileName).toMatch(/^[\w-]+-\d{4}-\d\d-\d\d\.zip$/)
  const entries = await site.sql(`select subject from audit_log where action = 'paper.export'`)
  expect(entries).toEqual([{ subject: fileName }])
  await expect(page.getByRole('list', { name: 'Latest exports' })).toContainText(
    `${fileName}Exported · Started `,
  )
  const files = await unzip(bytes)

  const broken: string[] = []
  for (const [name, content] of files) {
    if (!name.endsWith('.html') && !name.endsWith('.css')) continue
    for (const [, link = ''] of String(content).matchAll(
      /(?:href|src|poster)="(\/[^"]*)"|url\((\/[^)]*)\)/g,
    )) {
      const path = decodeURIComponent(link.replaceAll('&amp;', '&').split(/[?#]/)[0] ?? '').slice(1)
      if (!files.has(path === '' || path.endsWith('/') ? `${path}index.html` : path))
        broken.push(`${name}: ${link}`)
    }
    expect(String(content), name).not.toMatch(/srcset=|type="module"/)
  }
  expect(broken).toEqual([])
  for (const name of ['feed.xml', 'atom.xml', 'feed.json', 'money/feed.xml']) {
    const { feed } = parseFeed(String(files.get(name)))
    expect(JSON.stringify(feed)).toContain('Bäder reopen')
  }
  expect([...files.keys()].filter((name) => /^news\/before-.*index\.html$/.test(name))).toHaveLength(1)

  await using server = await serveFiles(files)
  await page.goto(`${server.origin}/money/`)
  await page.getByRole('link', { name: 'Bäder reopen' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bäder reopen')
  await expect(page.getByText('What it says.')).toBeVisible()
  const shown = page.locator('main img').first()
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await page.goto(`${server.origin}/search/?q=bader+money`)
  await expect(page.getByRole('status')).toHaveText('1 result found')
  await page.getByRole('link', { name: 'Bäder reopen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bäder reopen')
  await page.goto(`${server.origin}/2019/old/`)
  await expect(page).toHaveURL(`${server.origin}/news/`)
  await page.goto(`${server.origin}/none`)
  await expect(page.getByText('Return to Home')).toBeVisible()
})
