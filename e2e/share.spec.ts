import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

const toast = (page: Page, title: string) =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: title })

const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function openArticle(page: Page, id: string | undefined): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/article/${id}`)
}

const TITLE = 'Rates & prices: “up 5%”, says 100 % of العالم #1?'

test('links that readers share use the custom domain', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await site.set({ custom_domain: 'paper.example' })
  await openArticle(page, id)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(toast(page, 'Link copied!')).toBeVisible()
  expect(await clipboardText(page)).toBe(`https://paper.example/article/${id}`)
  const href = await page.getByRole('link', { name: 'Share by email' }).getAttribute('href')
  expect(new URL(href ?? '').searchParams.get('body')).toContain(`https://paper.example/article/${id}`)
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('the email link contains the title and the canonical URL', async ({ site, page }) => {
      const [id] = await site.publish([{ title: TITLE }])
      await page.goto(`/article/${id}?utm_source=newsletter`)
      const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
      const href = await page.getByRole('link', { name: 'Share by email' }).getAttribute('href')
      const { protocol, pathname, searchParams } = new URL(href ?? '')
      expect({ protocol, pathname, ...Object.fromEntries(searchParams) }).toEqual({
        protocol: 'mailto:',
        pathname: '',
        subject: TITLE,
        body: `${TITLE}\r\n\r\n${canonical}`,
      })
      expect(canonical).toBe(`${site.url}/article/${id}`)
    })
  })
}

/** Clicks the email link in a browser without a mail client. */
async function followEmailLink(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('click', (event) => {
      if ((event.target as Element).closest('a[href^="mailto:"]')) event.preventDefault()
    })
  })
  await page.getByRole('link', { name: 'Share by email' }).click()
}

test('an error appears if no mail client opens', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await page.goto(`/article/${id}`)
  await followEmailLink(page)
  await expect(toast(page, 'Email failed')).toContainText(
    'Could not open email client. Try copying the link instead.',
    { timeout: 20_000 },
  )
})

test('no error appears if a mail client opens', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await openArticle(page, id)
  // The script that observes the link has loaded once another button was used.
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(toast(page, 'Link copied!')).toBeVisible()
  await page.clock.install()
  await followEmailLink(page)
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await page.clock.fastForward(3_000)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(toast(page, 'Article bookmarked')).toBeVisible()
  await expect(toast(page, 'Email failed')).toHaveCount(0)
})

test('the link is copied to the clipboard', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await openArticle(page, id)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(toast(page, 'Link copied!')).toContainText('Article link copied to clipboard')
  expect(await clipboardText(page)).toBe(`${site.url}/article/${id}`)
})

for (const { clipboard, block } of [
  {
    clipboard: 'refuses',
    block: () => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))
    },
  },
  {
    clipboard: 'is unavailable, as without https',
    block: () => {
      const { clipboard } = navigator
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
      Object.assign(window, {
        restoreClipboard: () => Object.defineProperty(navigator, 'clipboard', { value: clipboard }),
      })
    },
  },
]) {
  test(`if the clipboard ${clipboard}, the link is copied from a hidden text area`, async ({
    site,
    page,
  }) => {
    const [id] = await site.publish(stories(1))
    await openArticle(page, id)
    await page.evaluate(block)
    const button = page.getByRole('button', { name: 'Copy link' })
    await button.click()
    await expect(toast(page, 'Link copied!')).toContainText('Article link copied to clipboard')
    await expect(button).toBeFocused()
    await expect(page.locator('textarea')).toHaveCount(0)
    await page.evaluate(() => (window as { restoreClipboard?: () => void }).restoreClipboard?.())
    expect(await clipboardText(page)).toBe(`${site.url}/article/${id}`)
  })
}

for (const { how, copy } of [
  { how: 'fails', copy: () => false },
  {
    how: 'throws',
    copy: () => {
      throw new Error('No.')
    },
  },
]) {
  test(`if copying from the text area ${how} too, an error appears`, async ({ site, page }) => {
    const [id] = await site.publish(stories(1))
    await page.goto(`/article/${id}`)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))
    })
    await page.evaluate(`document.execCommand = ${copy}`)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(toast(page, 'Failed to copy')).toContainText(
      'Please manually copy the URL from your browser',
    )
    await expect(page.locator('textarea')).toHaveCount(0)
  })
}

test('if the script of the buttons fails to load, they do not change', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/net::ERR_FAILED: \/assets\/lazy-features/)
  const [id] = await site.publish(stories(1, { content: 'One sentence. '.repeat(500) }))
  await page.route('**/assets/lazy-features*', (route) => route.abort())
  await page.goto(`/article/${id}`)
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await failed
  await page.mouse.wheel(0, 500)
  await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'News' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
})

test('the buttons are large enough for touch', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await page.setViewportSize({ width: 375, height: 720 })
  await page.goto(`/article/${id}`)
  for (const tool of [
    page.getByRole('link', { name: 'Share by email' }),
    page.getByRole('button', { name: 'Copy link' }),
    page.getByRole('button', { name: 'Bookmark' }),
  ]) {
    const box = await tool.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(44)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
})
