import { globSync, readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { toJSON } from 'seroval'
import { imageKey, mediaPath } from '#features/media/rules/variant.ts'
import { signIn } from './fixtures/administrator.ts'
import { SERVER_ROUTES } from './fixtures/call-list.ts'
import { expectWithinASecond } from './fixtures/expect-within-a-second.ts'
import { listServerFunctions, SAME_ORIGIN_HEADERS } from './fixtures/server-functions.ts'
import { expect, test } from './fixtures/test.ts'

const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const OTHER_ID = '1b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const TITLE = 'Zeppelin over Whitby'
const IMAGE = '/samples/health-1.webp'

/** Addresses with parameters. */
const EXAMPLES: Record<string, string[]> = {
  '/_reader/$category': ['/news', '/sport', '/money'],
  '/_reader/article/$id': [`/article/${OTHER_ID}`],
  '/_reader/search': ['/search?q=zeppelin', '/search?category=Sport', '/search?breakingOnly=true'],
  '/$category/atom.xml': ['/news/atom.xml', '/sport/atom.xml'],
  '/$category/feed.json': ['/news/feed.json', '/sport/feed.json'],
  '/$category/feed.xml': ['/news/feed.xml', '/sport/feed.xml'],
  '/sitemaps/{$name}.xml': [`/sitemaps/${new Date().toISOString().slice(0, 7)}.xml`],
}

/** Every address that readers can get, by the routes. */
const surfaces = globSync('src/routes/**/*.{ts,tsx}')
  .flatMap((file) => /createFileRoute\('([^']+)'\)/.exec(readFileSync(file, 'utf8'))?.[1] ?? [])
  .filter((path) => !path.startsWith('/_office') && !path.startsWith('/api/'))
  .filter((path) => path.startsWith('/_reader/') || SERVER_ROUTES[path]?.methods.GET === 'everybody')
  .flatMap((path) => EXAMPLES[path] ?? [path.replace('/_reader', '') || '/'])
  .filter((path) => !path.includes('$'))

/** Surfaces that contain the article while it is published. */
const LISTED = [
  '/',
  '/news',
  '/sport',
  `/article/${OTHER_ID}`,
  '/search?q=zeppelin',
  '/search?category=Sport',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/sport/feed.xml',
  '/news-sitemap.xml',
  `/sitemaps/${new Date().toISOString().slice(0, 7)}.xml`,
]

const functionPath = (name: string) =>
  `/_serverFn/${listServerFunctions().find((one) => one.name === name)?.id}`

/** A call of a page's script. */
const callPath = (name: string, data: object) =>
  `${functionPath(name)}?payload=${encodeURIComponent(JSON.stringify(toJSON({ data })))}`

const CALLS = [
  functionPath('getHome'),
  functionPath('getBreaking'),
  callPath('getCategory', { category: 'Sport' }),
  callPath('getArticle', { id: OTHER_ID }),
]

async function post(request: APIRequestContext, name: string, data: object): Promise<void> {
  const headers = { ...SAME_ORIGIN_HEADERS, 'content-type': 'application/json' }
  const response = await request.post(functionPath(name), { headers, data: JSON.stringify(toJSON({ data })) })
  expect(response.status(), await response.text()).toBe(200)
}

test('a withdrawn article is gone from every surface until it is published again', async ({
  site,
  page,
  pageErrors,
  request,
  playwright,
}) => {
  pageErrors.allow(/status 410: \/article\//)
  const published_at = new Date().toISOString()
  const row = { category: 'Sport', is_breaking: true, published_at } as const
  await site.publish([
    { ...row, id: ID, title: TITLE, image_url: IMAGE },
    { ...row, id: OTHER_ID, title: 'Another story', is_breaking: false },
  ])
  const reader = await playwright.request.newContext({ baseURL: site.url })
  const get = async (path: string) => {
    const headers = path.startsWith('/_serverFn/') ? SAME_ORIGIN_HEADERS : {}
    const response = await reader.get(path, { headers })
    return { status: response.status(), body: await response.text() }
  }
  const isListed = async (path: string) => {
    const { body } = await get(path)
    return body.includes(TITLE) || body.includes(ID)
  }
  const image = mediaPath({
    articleId: ID,
    imageKey: imageKey(IMAGE),
    ratio: '16:9',
    width: 640,
    format: 'webp',
  })
  const listed = [...LISTED, ...CALLS]
  expect(surfaces).toEqual(expect.arrayContaining(LISTED))
  for (const path of listed) expect(await isListed(path), path).toBe(true)
  expect((await get(image)).status).toBe(200)
  expect((await get(`/article/${ID}`)).status).toBe(200)
  expect((await get(callPath('getArticle', { id: ID }))).status).toBe(200)

  await signIn(site, request)
  const reason = 'Withdrawn for <legal> reasons.'
  await post(request, 'withdrawArticleFn', { publicationId: crypto.randomUUID(), id: ID, reason })
  await expectWithinASecond(async () => {
    for (const path of listed) expect(await isListed(path), path).toBe(false)
  })
  for (const path of surfaces) expect(await isListed(path), path).toBe(false)
  expect((await get(image)).status).toBe(404)
  expect((await get(callPath('getArticle', { id: ID }))).status).toBe(410)
  const signedIn = await request.get(callPath('getArticle', { id: ID }), { headers: SAME_ORIGIN_HEADERS })
  expect(signedIn.status()).toBe(410)
  const response = await page.goto(`/article/${ID}`)
  expect(response?.status()).toBe(410)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This article was withdrawn')
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the front page' })).toBeVisible()
  expect((await get(`/article/${ID}`)).body).not.toContain(TITLE)

  const [seen] = await site.sql('select content_hash as version from drafts where id = $1', [ID])
  const publication = {
    publicationId: crypto.randomUUID(),
    id: ID,
    seen,
    updateKind: 'minor',
  }
  await post(request, 'publishDraftFn', publication)
  await expectWithinASecond(async () => {
    for (const path of listed) expect(await isListed(path), path).toBe(true)
  })
  expect((await get(image)).status).toBe(200)
  expect((await get(`/article/${ID}`)).status).toBe(200)
  await reader.dispose()
})
