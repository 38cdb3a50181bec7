import type { Page } from '@playwright/test'
import { adCode, adSettings, startAdNetwork } from './fixtures/ad-network.ts'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { hold, observeShifts, painted, shifts } from './fixtures/layout-shifts.ts'
import { expect, test } from './fixtures/test.ts'
import { ATTACKS } from './fixtures/untrusted-content.ts'

const ARTICLES = stories(15, { category: 'Politics', content: 'One sentence of the text. '.repeat(300) })

const slots = (page: Page) => page.getByRole('complementary', { name: /^Advertisement/ })
/** How many ads the network has put into the page. */
const ads = (page: Page) => page.evaluate(() => (window as { ads?: number }).ads ?? 0)
const policyOf = async (url: string) => (await fetch(url)).headers.get('content-security-policy') ?? ''

test('the banner stands on the home page between Featured Stories and More Stories, and runs once', async ({
  site,
  page,
  pageErrors,
}) => {
  const network = await startAdNetwork(page, pageErrors)
  await site.publish(ARTICLES)
  await site.set(adSettings())
  await page.goto('/')
  const slot = slots(page)
  await expect(slot).toHaveCount(1)
  await expect(slot).toContainText('Advertisement')
  await slot.scrollIntoViewIfNeeded()
  await expect(slot.frameLocator('iframe').getByText('Buy this')).toBeVisible()
  expect(await ads(page)).toBe(1)
  // Frame, image and request are let through by the policy.
  await expect
    .poll(() => network.asked.toSorted())
    .toEqual(['/beacon', '/frame', '/head.js', '/pixel.svg', '/tag.js'])

  const order = await page
    .getByRole('main')
    .locator('section, aside')
    .evaluateAll((parts) =>
      parts.map((part) => part.getAttribute('aria-label') ?? part.querySelector('h2')?.textContent),
    )
  expect(order.slice(0, 4)).toEqual(['Latest Headlines', 'Featured Stories', 'Advertisement', 'More Stories'])
})

test('the header code goes into the head of every page, once in a visit', async ({
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
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Politics' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Politics')
  await expect(script).toHaveCount(1)
  expect(network.asked).toEqual(['/head.js'])
})

test('the sidebars stand beside an article and leave its measure as it is', async ({
  site,
  page,
  pageErrors,
}) => {
  await startAdNetwork(page, pageErrors)
  const [id] = await site.publish(ARTICLES)
  const path = `/article/${id}`
  const main = page.getByRole('main')
  for (const width of [1280, 1536, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await site.set({ adsense_enabled: 'false' })
    await page.goto(path)
    const article = main.getByRole('article').first()
    const alone = await article.boundingBox()
    await site.set(adSettings())
    await page.goto(path)
    expect(await article.boundingBox()).toEqual(alone)
    const [left, right] = [slots(page).nth(0), slots(page).nth(1)]
    await expect.poll(() => ads(page)).toBe(2)
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
    // Whoever reads or tabs through the page comes to the article first.
    const order = await main
      .locator('h1, .prose, aside')
      .evaluateAll((parts) => parts.map((part) => part.localName))
    expect(order).toEqual(['h1', 'div', 'aside', 'aside'])
    // They go down with the reader.
    await page.mouse.wheel(0, 400)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
    await expect(left).toBeInViewport()
  }
})

for (const width of [375, 768, 1279]) {
  test(`no ad is loaded into a sidebar that is not shown, at ${width} px`, async ({
    site,
    page,
    pageErrors,
  }) => {
    const network = await startAdNetwork(page, pageErrors)
    const [id] = await site.publish(ARTICLES)
    await site.set(adSettings())
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/article/${id}`)
    await expect.poll(() => network.asked).toEqual(['/head.js'])
    await expect(slots(page)).toHaveCount(0)
    await page.mouse.wheel(0, 2000)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
    expect(network.asked).toEqual(['/head.js'])
    // With room for it, the same page shows it.
    await page.setViewportSize({ width: 1400, height: 800 })
    await expect.poll(() => ads(page)).toBe(2)
  })
}

test('a short article is as high as the ads beside it', async ({ site, page, pageErrors }) => {
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

test('each page view has ads of its own, and the script is loaded once', async ({
  site,
  page,
  pageErrors,
}) => {
  const network = await startAdNetwork(page, pageErrors)
  const [id] = await site.publish(ARTICLES)
  await site.set(adSettings())
  await page.goto(`/article/${id}`)
  await expect.poll(() => ads(page)).toBe(2)
  const related = page.getByRole('region', { name: 'Related Articles' }).getByRole('link').first()
  await related.scrollIntoViewIfNeeded()
  // A click in the moment in which the frames of the ads come was seen to reach nobody.
  await painted(page)
  await related.click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Story 1')
  await expect.poll(() => ads(page)).toBe(4)
  await expect(slots(page).locator('iframe')).toHaveCount(2)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story 1')
  await expect.poll(() => ads(page)).toBe(6)
  expect(network.asked.filter((path) => path.endsWith('.js')).toSorted()).toEqual(['/head.js', '/tag.js'])
})

test('a code with several units makes a call for each', async ({ site, page, pageErrors }) => {
  await startAdNetwork(page, pageErrors)
  await site.publish(ARTICLES)
  await site.set({ ...adSettings(), adsense_banner_code: adCode(3) })
  await page.goto('/')
  await slots(page).scrollIntoViewIfNeeded()
  await expect.poll(() => ads(page)).toBe(3)
})

test('while ads are off there is no slot, no code, no file of theirs, and the policy is the strict one', async ({
  site,
  page,
  pageErrors,
}) => {
  const network = await startAdNetwork(page, pageErrors)
  const [id] = await site.publish(ARTICLES)
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await site.set({ ...adSettings(), adsense_enabled: 'false' })
  for (const path of ['/', `/article/${id}`]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(slots(page)).toHaveCount(0)
    expect(await page.content()).not.toMatch(/ads\.example|adsbygoogle/)
    expect(await policyOf(site.url + path)).toMatch(
      /^default-src 'self'; script-src 'self'( 'sha256-[^']+')*; style-src/,
    )
    expect(await policyOf(site.url + path)).not.toMatch(/https|frame-src|connect-src/)
  }
  expect(files.filter((path) => path.includes('run-ad'))).toEqual([])
  expect(network.asked).toEqual([])
})

test('a place without code has no slot', async ({ site, page, pageErrors }) => {
  await startAdNetwork(page, pageErrors)
  const [id] = await site.publish(ARTICLES)
  await site.set({ adsense_enabled: 'true', adsense_right_sidebar_code: '<div>Our own ad</div>' })
  await page.goto('/')
  await expect(slots(page)).toHaveCount(0)
  await page.goto(`/article/${id}`)
  await expect(slots(page)).toHaveCount(1)
  await expect(slots(page)).toContainText('Our own ad')
})

test('the policy names the hosts of the codes, and those that AdSense needs besides, on stored pages too', async ({
  site,
}) => {
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

for (const [what, answer] of [
  ['comes late and wants more room', undefined],
  ['stays away', 'abort'],
] as const) {
  for (const width of [375, 768, 1280]) {
    test(`nothing moves at ${width} px when an ad ${what}`, async ({ site, page, pageErrors }) => {
      const [id] = await site.publish(ARTICLES)
      await site.set(adSettings())
      const network = await startAdNetwork(page, pageErrors, { isGreedy: true })
      if (answer) {
        pageErrors.allow(/net::ERR_FAILED/)
        await page.route('https://ads.example/**', (route) => route.abort())
      }
      await page.setViewportSize({ width, height: 900 })
      await observeShifts(page)
      for (const path of ['/', `/article/${id}`]) {
        const isShown = path === '/' || width >= 1280
        const letAdCome = await hold(page, 'https://ads.example/tag.js*')
        await page.goto(path)
        // Its room is there before any script: so nothing has moved for it.
        expect(await (await page.request.get(path)).text()).toContain('aria-label="Advertisement')
        const slot = slots(page).first()
        if (path === '/') await slot.scrollIntoViewIfNeeded()
        if (isShown) await expect(slot.locator('ins')).toBeAttached()
        // What the font moves is another matter.
        await page.evaluate(() => document.fonts.load('600 30px Newsreader'))
        await painted(page)
        const before = await shifts(page)
        const asked = network.asked.length
        letAdCome()
        if (isShown && !answer) await expect.poll(() => network.asked.slice(asked)).toContain('/beacon')
        await painted(page)
        expect(await shifts(page)).toEqual(before)
        // Nor does anything of it leave its box.
        expect(await page.evaluate(() => document.elementFromPoint(20, 20)?.closest('header') !== null)).toBe(
          true,
        )
      }
    })
  }
}

test('hostile codes do nothing', async ({ site, page }) => {
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
    for (const path of ['/', `/article/${id}`]) {
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

test('the pages with ads are accessible', async ({ site, page, pageErrors }) => {
  await startAdNetwork(page, pageErrors)
  const [id] = await site.publish(ARTICLES)
  await site.set(adSettings())
  await page.goto('/')
  await slots(page).scrollIntoViewIfNeeded()
  await expect.poll(() => ads(page)).toBe(1)
  await expectAccessible(page)
  await page.goto(`/article/${id}`)
  await expect.poll(() => ads(page)).toBe(2)
  await expectAccessible(page)
})

test('a client that came from the home page finds the sidebars of an article', async ({
  site,
  page,
  pageErrors,
}) => {
  await startAdNetwork(page, pageErrors)
  await site.publish(ARTICLES)
  await site.set({ adsense_enabled: 'true', adsense_left_sidebar_code: adCode() })
  await page.goto('/')
  await page.getByRole('link', { name: 'Story 1', exact: true }).click()
  await expect.poll(() => ads(page)).toBe(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('no room is taken for an ad that cannot come', async ({ site, page }) => {
    await site.publish(ARTICLES)
    await site.set(adSettings())
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'More Stories' })).toBeVisible()
    await expect(slots(page)).toHaveCount(0)
  })
})
