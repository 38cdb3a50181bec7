import { globSync, readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { toJSON } from 'seroval'
import { imageKey, mediaPath, RATIOS, SHARE_IMAGE } from '#features/media/rules/variant.ts'
import { parseSearchParams } from '#features/search/rules/search-params.ts'
import { signIn } from './fixtures/administrator.ts'
import { items } from './fixtures/bookmark-list.ts'
import { SERVER_FUNCTIONS, SERVER_ROUTES } from './fixtures/call-list.ts'
import { expectWithinASecond } from './fixtures/expect-within-a-second.ts'
import { cachedArticles, saveForOffline } from './fixtures/offline-cache.ts'
import { functionPath, SAME_ORIGIN_HEADERS } from './fixtures/server-functions.ts'
import { expect, test } from './fixtures/test.ts'

const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const OTHER_ID = '1b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const TITLE = 'Zeppelin over Whitby'
const REASON = 'Withdrawn for <legal> reasons.'
const IMAGE = '/samples/health-1.webp'

const MONTH = new Date().toISOString().slice(0, 7)

/**
 * The addresses of each route that readers can get, by its path. Those of `listed` contain the article while it is
 * published. The test fails for a route that is missing here.
 */
const ROUTES: Record<string, { listed?: string[]; others?: string[] }> = {
  '/$category/atom.xml': { listed: ['/news/atom.xml', '/sport/atom.xml', '/corrections/atom.xml'] },
  '/$category/feed.json': { listed: ['/news/feed.json', '/sport/feed.json', '/corrections/feed.json'] },
  '/$category/feed.xml': { listed: ['/news/feed.xml', '/sport/feed.xml', '/corrections/feed.xml'] },
  '/.well-known/change-password': { others: ['/.well-known/change-password'] },
  '/.well-known/security.txt': { others: ['/.well-known/security.txt'] },
  // The related articles.
  '/_reader/article/$id/{-$slug}': { listed: [`/article/${OTHER_ID}`] },
  '/_reader/': { listed: ['/'] },
  '/_reader/$': { others: ['/nowhere/at-all'] },
  '/_reader/$category': { listed: ['/news', '/sport'] },
  '/_reader/about': { others: ['/about'] },
  '/_reader/accessibility': { others: ['/accessibility'] },
  '/_reader/author/$slug': { others: ['/author/none'] },
  '/_reader/bookmarks': { others: ['/bookmarks'] },
  '/_reader/contact': { others: ['/contact'] },
  '/_reader/corrections': { listed: ['/corrections'] },
  '/_reader/following': { others: ['/following'] },
  '/_reader/newsletter': { others: ['/newsletter'] },
  '/_reader/privacy-policy': { others: ['/privacy-policy'] },
  '/_reader/search': {
    listed: ['/search?q=zeppelin', '/search?category=Sport', '/search?breaking=true'],
  },
  '/_reader/terms-of-service': { others: ['/terms-of-service'] },
  '/_reader/topic/$slug': { listed: ['/topic/airships'] },
  '/ads.txt': { others: ['/ads.txt'] },
  '/atom.xml': { listed: ['/atom.xml'] },
  '/author/$slug/atom.xml': { others: ['/author/none/atom.xml'] },
  '/author/$slug/feed.json': { others: ['/author/none/feed.json'] },
  '/author/$slug/feed.xml': { others: ['/author/none/feed.xml'] },
  '/feed.json': { listed: ['/feed.json'] },
  '/feed.xml': { listed: ['/feed.xml'] },
  '/following/feed.xml': { listed: ['/following/feed.xml?topics=airships'] },
  '/functions/v1/fetch-news': { others: ['/functions/v1/fetch-news?run=none'] },
  '/llms.txt': { others: ['/llms.txt'] },
  '/manifest.webmanifest': { others: ['/manifest.webmanifest'] },
  '/news-sitemap.xml': { listed: ['/news-sitemap.xml'] },
  '/newsletter_/confirm/$token': { others: ['/newsletter/confirm/none'] },
  '/newsletter_/unsubscribe/$token': { others: ['/newsletter/unsubscribe/none'] },
  '/offline': { others: ['/offline'] },
  '/preview/$token': { others: ['/preview/none'] },
  '/robots.txt': { others: ['/robots.txt'] },
  '/sitemap.xml': { others: ['/sitemap.xml'] },
  '/sitemaps/{$name}.xml': { listed: [`/sitemaps/${MONTH}.xml`], others: ['/sitemaps/pages.xml'] },
  '/topic/$slug/atom.xml': { listed: ['/topic/airships/atom.xml'] },
  '/topic/$slug/feed.json': { listed: ['/topic/airships/feed.json'] },
  '/topic/$slug/feed.xml': { listed: ['/topic/airships/feed.xml'] },
}

/** The same for the server functions that everybody can call. */
const FUNCTIONS: Record<string, { listed?: (object | undefined)[]; others?: (object | undefined)[] }> = {
  getArticle: { listed: [{ id: OTHER_ID }] },
  getBreaking: { listed: [undefined] },
  getCategory: { listed: [{ category: 'News' }, { category: 'Sport' }] },
  getCollection: { others: [{ kind: 'topic', slug: 'airships' }] },
  getCollectionArticles: { listed: [{ kind: 'topic', slug: 'airships' }] },
  getCorrections: { listed: [{ before: undefined }] },
  getFilterOptions: { others: [undefined] },
  getPublicAds: { others: [undefined] },
  getReaderFront: { listed: [{ page: 'home' }] },
  getSearchResults: { listed: [parseSearchParams({ q: 'zeppelin' })] },
  getShell: { others: [undefined] },
  getStaticPage: { others: [{ name: 'privacy-policy' }] },
  getTimeline: { others: [{ id: ID }] },
  getWithdrawn: { others: [undefined] },
}

/** Called with POST, never cached. */
const OWN_DATA = ['getAccount', 'getFollowed', 'getSavedCheck']

const routes = globSync('src/routes/**/*.{ts,tsx}')
  .flatMap((file) => /createFileRoute\('([^']+)'\)/.exec(readFileSync(file, 'utf8'))?.[1] ?? [])
  .filter((path) => !path.startsWith('/_admin') && !path.startsWith('/api/') && path !== '/_reader')
  .filter((path) => path.startsWith('/_reader/') || SERVER_ROUTES[path]?.methods.GET === 'everybody')

/** A call of a page's script. */
const callPath = (name: string, data?: object) =>
  functionPath(name) + (data ? `?payload=${encodeURIComponent(JSON.stringify(toJSON({ data })))}` : '')

function pathsOf(kind: 'listed' | 'others'): string[] {
  return [
    ...Object.values(ROUTES).flatMap((paths) => paths[kind] ?? []),
    ...Object.entries(FUNCTIONS).flatMap(
      ([name, calls]) => calls[kind]?.map((data) => callPath(name, data)) ?? [],
    ),
  ]
}

test('every route and function that readers can get is listed as a surface', () => {
  expect(Object.keys(ROUTES).toSorted()).toEqual(routes.toSorted())
  const functions = Object.keys(SERVER_FUNCTIONS).filter((name) => SERVER_FUNCTIONS[name] === 'everybody')
  expect([...Object.keys(FUNCTIONS), ...OWN_DATA].toSorted()).toEqual(functions.toSorted())
})

async function post(request: APIRequestContext, name: string, data: object): Promise<void> {
  const headers = { ...SAME_ORIGIN_HEADERS, 'content-type': 'application/json' }
  const response = await request.post(functionPath(name), { headers, data: JSON.stringify(toJSON({ data })) })
  expect(response.status(), await response.text()).toBe(200)
}

function withdraw(request: APIRequestContext, id: string): Promise<void> {
  return post(request, 'withdrawArticleFn', { publicationId: crypto.randomUUID(), id, reason: REASON })
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
  const images = [
    ...RATIOS.map((ratio) => ({ ratio, width: 640, format: 'webp' }) as const),
    SHARE_IMAGE,
  ].map((variant) => mediaPath({ articleId: ID, imageKey: imageKey(IMAGE), ...variant }))
  const expectImages = async (status: number) => {
    for (const image of images) expect((await get(image)).status, image).toBe(status)
  }
  await site.sql(
    `insert into drafts (id, fields) select id, jsonb_build_object('title', title, 'author', '', 'category', category)
     from articles where id = $1`,
    [ID],
  )
  await site.sql(
    `insert into corrections (id, article_id, kind, text, at)
     values (gen_random_uuid(), $1, 'clarification', 'It was an airship.', now())`,
    [ID],
  )
  const [topic] = await site.sql<{ id: string }>(
    `insert into topics (id, slug, name) values (gen_random_uuid(), 'airships', 'Airships')
     on conflict (slug) do update set name = excluded.name returning id`,
  )
  await site.sql('insert into article_topics (article_id, topic_id) values ($1, $2)', [ID, topic?.id])
  const [listed, others] = [pathsOf('listed'), pathsOf('others')]
  for (const path of listed) expect(await isListed(path), path).toBe(true)
  await expectImages(200)
  expect((await get(`/article/${ID}`)).status).toBe(200)
  expect((await get(callPath('getArticle', { id: ID }))).status).toBe(200)

  await signIn(site, request)
  await withdraw(request, ID)
  await expectWithinASecond(async () => {
    for (const path of listed) expect(await isListed(path), path).toBe(false)
  })
  for (const path of others) expect(await isListed(path), path).toBe(false)
  await expectImages(404)
  expect((await get(callPath('getArticle', { id: ID }))).status).toBe(410)
  const signedIn = await request.get(callPath('getArticle', { id: ID }), { headers: SAME_ORIGIN_HEADERS })
  expect(signedIn.status()).toBe(410)
  const response = await page.goto(`/article/${ID}`)
  expect(response?.status()).toBe(410)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This article was withdrawn')
  await expect(page.getByText(REASON)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Homepage' })).toBeVisible()
  expect((await get(`/article/${ID}`)).body).not.toContain(TITLE)

  const [base] = await site.sql('select form_hash as "formHash" from drafts where id = $1', [ID])
  const publication = {
    publicationId: crypto.randomUUID(),
    id: ID,
    base,
    updateKind: 'minor',
  }
  await post(request, 'publishDraftFn', publication)
  await expectWithinASecond(async () => {
    for (const path of listed) expect(await isListed(path), path).toBe(true)
  })
  await expectImages(200)
  expect((await get(`/article/${ID}`)).status).toBe(200)
  await reader.dispose()
})

test.describe('on a device', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the copies of a withdrawn article are deleted, and the Reading List marks it', async ({
    site,
    page,
    pageErrors,
    request,
  }) => {
    pageErrors.allow(/status 410: \/article\//)
    // A page that was open before the withdrawal may still request an image.
    pageErrors.allow(/(status 404|net::ERR_FAILED): \/media\//)
    const [opened, listed, other] = ['Opened', 'Listed', 'Other'].map((title) => ({
      id: crypto.randomUUID() as string,
      title,
      image_url: IMAGE,
    }))
    if (!opened || !listed || !other) throw new Error('There are three articles')
    await site.publish([opened, listed, other])
    await page.goto('/')
    await saveForOffline(page, [opened, listed, other])

    await signIn(site, request)
    for (const { id } of [opened, listed]) await withdraw(request, id)
    const statusOf = async ({ id }: { id: string }) => (await request.get(`/article/${id}`)).status()
    await expect.poll(() => Promise.all([opened, listed].map(statusOf))).toEqual([410, 410])
    await page.goto(`/article/${opened.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This article was withdrawn')
    await expect.poll(() => cachedArticles(page)).toEqual([listed.id, other.id].toSorted())

    await page.goto('/bookmarks')
    const withdrawn = 'This article was withdrawn'
    await expect(items(page).getByRole('heading')).toHaveText([withdrawn, withdrawn, other.title])
    await expect(page.getByRole('main')).not.toContainText(listed.title)
    await expect.poll(() => cachedArticles(page), { timeout: 15_000 }).toEqual([other.id])
    await items(page).nth(1).getByRole('link').click()
    await expect(page.getByText(REASON)).toBeVisible()
  })
})
