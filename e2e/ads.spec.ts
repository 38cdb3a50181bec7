import type { Page } from '@playwright/test'
import { acceptAds, adCode, adSettings, startAdNetwork } from './fixtures/ad-network.ts'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { holdRequests } from './fixtures/hold-requests.ts'
import { observeShifts, painted, shifts } from './fixtures/layout-shifts.ts'
import { expect, test } from './fixtures/test.ts'
import { ATTACKS } from './fixtures/untrusted-content.ts'

const ARTICLES = stories(15, { category: 'Politics', content: 'One sentence of the text. '.repeat(300) })

const slots = (page: Page) => page.getByRole('complementary', { name: /^Advertisement/ })
/** Counts the ads that the network has inserted into the page. */
const ads = (page: Page) => page.evaluate(() => (window as { ads?: number }).ads ?? 0)
const policyOf = async (url: string) => (await fetch(url)).headers.get('content-security-policy') ?? ''

test('the home page banner is between Featured Stories and More Stories; the header code runs once per visit', async ({
  site,
  page,
  pageErrors,
}) => {
  const network = await startAdNetwork(page, pageErrors)
  await site.publish(ARTICLES)
  await site.set(adSettings())
  await page.goto('/contact')
  const script = page.locator('head > script[src="https://ads.example/head.js"]')
  await expect(script).toHaveAttribute('data-ad-client', 'ca-pub-1')
  await expect.poll(() => page.evaluate(() => (window as { others?: number }).others)).toBe(1)
  await expect(slots(page)).toHaveCount(0)
  expect(network.requests).toEqual(['/head.js'])
  await page.getByRole('banner').getByRole('link', { name: 'Masthead' }).click()
  const slot = slots(page)
  await expect(slot).toHaveCount(1)
  await expect(slot).toContainText('Advertisement')
  await slot.scrollIntoViewIfNeeded()
  await expect(slot.frameLocator('iframe').getByText('Buy this')).toBeVisible()
  expect(await ads(page)).toBe(1)
  await expect(script).toHaveCount(1)
  // The policy allows the frame, the image and the request.
  await expect
    .poll(() => network.requests.toSorted())
    .toEqual(['/beacon', '/frame', '/head.js', '/pixel.svg', '/tag.js'])

  const order = await page
    .getByRole('main')
    .locator('section, aside')
    .evaluateAll((parts) =>
      parts.map((part) => part.getAttribute('aria-label') ?? part.querySelector('h2')?.textContent),
    )
  expect(order.slice(0, 4)).toEqual(['Latest Headlines', 'Featured Stories', 'Advertisement', 'More Stories'])
})

test('the sidebars are beside an article and do not change its width', async ({ site, page, pageErrors }) => {
  await startAdNetwork(page, pageErrors)
  const [id] = await site.publish(ARTICLES)
  const path = `/article/${id}`
  const main = page.getByRole('main')
  const article = main.getByRole('article').first()
  const [left, right] = [slots(page).nth(0), slots(page).nth(1)]
  const boxesWithoutAds = new Map<number, Awaited<ReturnType<typeof article.boundingBox>>>()
  const widths = [1280, 1920]
  await page.goto(path)
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    boxesWithoutAds.set(width, await article.boundingBox())
  }
  await site.set(adSettings())
  await page.goto(path)
  await expect.poll(() => ads(page)).toBe(2)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => scrollTo(0, 0))
    const alone = boxesWithoutAds.get(width)
    expect(await article.boundingBox()).toEqual(alone)
    for (const slot of [left, right]) {
      const box = (await slot.boundingBox()) ?? { width: 0, height: 0 }
      expect(box.width).toBeGreaterThanOrEqual(160)
      expect(box.width).toBeLessThanOrEqual(300)
      expect(box.height).toBeGreaterThanOrEqual(600)
      await expect(slot).toContainText('Advertisement')
    }
    const [leftBox, rightBox] = [await left.boundingBox(), await right.boundingBox()]
    expect((leftBox?.x ?? 0) + (leftBox?.width ?? 0)).toBeLessThan(alone?.x ?? 0)
    expect(rightBox?.x).toBeGreaterThan((alone?.x ?? 0) + (alone?.width ?? 0))
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    // In document order, the article precedes the sidebars.
    const order = await main
      .locator('h1, .prose, aside')
      .evaluateAll((parts) => parts.map((part) => part.localName))
    expect(order).toEqual(['h1', 'div', 'aside', 'aside'])
    // The sidebars are sticky.
    await page.mouse.wheel(0, 400)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(400)
    await expect(left).toBeInViewport()
  }
})

test('no ad is loaded into a sidebar while it is not shown', async ({ site, page, pageErrors }) => {
  const network = await startAdNetwork(page, pageErrors)
  const [id] = await site.publish(ARTICLES)
  await site.set(adSettings())
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(`/article/${id}`)
  await expect.poll(() => network.requests).toEqual(['/head.js'])
  for (const width of [375, 1279]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => scrollTo(0, 0))
    await expect(slots(page)).toHaveCount(0)
    await page.mouse.wheel(0, 2000)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
    await painted(page)
    expect(network.requests).toEqual(['/head.js'])
  }
  // With room for it, the same page shows it.
  await page.setViewportSize({ width: 1400, height: 800 })
  await expect.poll(() => ads(page)).toBe(2)
})

test('a short article is as tall as the ads beside it', async ({ site, page, pageErrors }) => {
  await startAdNetwork(page, pageErrors)
  const [id] = await site.publish(stories(3, { category: 'Sport', content: 'Short.' }))
  await site.set(adSettings())
  await page.goto(`/article/${id}`)
  const related = await page.getByRole('region', { name: 'Related Articles' }).boundingBox()
  for (const slot of await slots(page).all()) {
    const { y, height } = (await slot.boundingBox()) ?? { y: 0, height: Number.POSITIVE_INFINITY }
    expect(y + height).toBeLessThan(related?.y ?? 0)
  }
})

test('each page view requests new ads, the script is loaded once, and pages with ads are accessible', async ({
  site,
  page,
  pageErrors,
}) => {
  const network = await startAdNetwork(page, pageErrors)
  await site.publish(ARTICLES)
  await site.set({ ...adSettings(), adsense_banner_code: adCode(3) })
  await page.goto('/')
  await slots(page).scrollIntoViewIfNeeded()
  // A code with several units makes a call for each unit.
  await expect.poll(() => ads(page)).toBe(3)
  const link = page.getByRole('link', { name: 'Story 1', exact: true })
  await link.scrollIntoViewIfNeeded()
  // Clicks are lost while the frames of the ads are inserted.
  await painted(page)
  await link.click()
  await expect.poll(() => ads(page)).toBe(5)
  await expectAccessible(page)
  const related = page.getByRole('region', { name: 'Related Articles' }).getByRole('link').first()
  await related.scrollIntoViewIfNeeded()
  await painted(page)
  await related.click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Story 1')
  await expect.poll(() => ads(page)).toBe(7)
  await expect(slots(page).locator('iframe')).toHaveCount(2)
  expect(network.requests.filter((path) => path.endsWith('.js')).toSorted()).toEqual(['/head.js', '/tag.js'])
})

test('with ads off, pages have no slots, no ad code and no ad scripts, and the policy is strict', async ({
  site,
  page,
  pageErrors,
}) => {
  const network = await startAdNetwork(page, pageErrors)
  const [id] = await site.publish(ARTICLES)
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await site.set({ ...adSettings(), adsense_enabled: 'false' })
  await page.goto(`/article/${id}`, { waitUntil: 'networkidle' })
  for (const path of ['/', `/article/${id}`]) {
    expect(await (await page.request.get(path)).text()).not.toMatch(/ads\.example|adsbygoogle|Advertisement/)
    expect(await policyOf(site.url + path)).toMatch(
      /^default-src 'self'; script-src 'self'( 'sha256-[^']+')*; style-src/,
    )
    expect(await policyOf(site.url + path)).not.toMatch(/https|frame-src|connect-src/)
  }
  expect(files.filter((path) => path.includes('run-ad'))).toEqual([])
  expect(network.requests).toEqual([])
})

test('the policy contains the hosts of the codes and of AdSense, on cached pages too', async ({ site }) => {
  await site.publish(ARTICLES)
  await site.set(adSettings())
  for (const path of ['/', '/', '/politics', '/nowhere']) {
    const policy = await policyOf(site.url + path)
    for (const directive of ['script-src', 'frame-src', 'img-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${directive} 'self'[^;]* https://ads\\.example(;|$)`))
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*)/)
  }
  await site.set({
    adsense_banner_code:
      '<script src="https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js"></script>',
  })
  expect(await policyOf(`${site.url}/`)).toMatch(/frame-src [^;]*https:\/\/\*\.doubleclick\.net/)
  await site.set({ adsense_enabled: 'false' })
  expect(await policyOf(`${site.url}/`)).not.toContain('https:')
})

for (const [what, isBlocked] of [
  ['loads late and tries to grow', false],
  ['fails to load', true],
] as const) {
  test(`no layout shift when an ad ${what}`, async ({ site, page, pageErrors }) => {
    const [id] = await site.publish(ARTICLES)
    await site.set(adSettings())
    const { requests } = await startAdNetwork(page, pageErrors, { isGreedy: true })
    if (isBlocked) {
      pageErrors.allow(/net::ERR_FAILED/)
      await page.route('https://ads.example/**', (route) => route.abort())
    }
    await observeShifts(page)
    // The banner of a phone, and the sidebars.
    for (const { width, path } of [
      { width: 375, path: '/' },
      { width: 1280, path: `/article/${id}` },
    ]) {
      await page.setViewportSize({ width, height: 900 })
      await test.step(`${path} at ${width} px`, () =>
        expectNoShifts(page, path, isBlocked ? undefined : requests))
    }
  })
}

/** @param requests of the ad network, unless it is blocked */
async function expectNoShifts(page: Page, path: string, requests?: string[]) {
  const releaseAd = await holdRequests(page, 'https://ads.example/tag.js*')
  await page.goto(path)
  // The space is reserved before any script runs.
  expect(await (await page.request.get(path)).text()).toContain('aria-label="Advertisement')
  const slot = slots(page).first()
  if (path === '/') await slot.scrollIntoViewIfNeeded()
  await expect(slot.locator('ins')).toBeAttached()
  // Ignores layout shifts of the font.
  await page.evaluate(() => document.fonts.load('600 30px Newsreader'))
  await painted(page)
  const before = await shifts(page)
  const requestsBefore = requests?.length
  releaseAd()
  if (requests) await expect.poll(() => requests.slice(requestsBefore)).toContain('/beacon')
  await painted(page)
  expect(await shifts(page)).toEqual(before)
  // The ad does not overflow its box.
  expect(await page.evaluate(() => document.elementFromPoint(20, 20)?.closest('header') !== null)).toBe(true)
}

test('malicious codes have no effect outside their slot', async ({ site, page }) => {
  await acceptAds(page)
  const [id] = await site.publish(ARTICLES)
  const cover = '<div class="fixed inset-0 z-10 bg-brand" style="position:fixed;inset:0">over all</div>'
  for (const attack of [
    `${cover}${ATTACKS}`,
    `<ins class="adsbygoogle"><div>${ATTACKS}`,
    '<div>'.repeat(500),
  ]) {
    await site.set({
      adsense_enabled: 'true',
      adsense_header_code: attack,
      adsense_banner_code: `x${attack}`,
      adsense_left_sidebar_code: `x${attack}`,
      adsense_right_sidebar_code: `x${attack}`,
    })
    for (const path of attack === `${cover}${ATTACKS}` ? ['/', `/article/${id}`] : ['/']) {
      await page.goto(path)
      await slots(page).first().scrollIntoViewIfNeeded()
      await expect(slots(page).first().getByText(/^x/)).toBeAttached()
      const found = await page.evaluate(() => ({
        pwned: (window as { __pwned?: unknown }).__pwned,
        overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
        foreign: document.querySelectorAll(
          'aside :is(a, script, style, iframe, object, embed, form, input, meta, base, link, img, svg, [onload], [onerror])',
        ).length,
        covered: document.elementFromPoint(20, 20)?.closest('header') === null,
      }))
      expect(found).toEqual({ pwned: undefined, overflow: 0, foreign: 0, covered: false })
      expect(await policyOf(site.url + path)).not.toContain('evil.example')
    }
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('no space is reserved for ads that cannot load', async ({ site, page }) => {
    await site.publish(ARTICLES)
    await site.set(adSettings())
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'More Stories' })).toBeVisible()
    await expect(slots(page)).toHaveCount(0)
  })
})
