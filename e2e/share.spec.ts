import type { Page } from '@playwright/test'
import { articlePath } from '#kernel/article-path.ts'
import { stories } from './fixtures/article-row.ts'
import { closeToast } from './fixtures/close-toast.ts'
import { expect, test } from './fixtures/test.ts'

const toast = (page: Page, title: string) =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: title })

const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

const TITLE = 'Rates & prices: “up 5%”, says 100 % of العالم #1?'

async function expectEmailLink(page: Page, origin: string, id: string | undefined): Promise<void> {
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
  expect(canonical).toBe(origin + articlePath({ id: String(id), title: TITLE, slug: null }))
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

test('the email link contains the title and the canonical URL, and an error appears only if no mail client opens', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([{ title: TITLE }])
  await page.clock.install()
  await expectEmailLink(page, site.url, id)
  await followEmailLink(page)
  // The timer starts once the code of the button is loaded.
  await expect(async () => {
    await page.clock.fastForward(3_000)
    await expect(toast(page, 'Email failed')).toContainText(
      'Could not open email client. Try copying the link instead.',
      { timeout: 200 },
    )
  }).toPass()
  await closeToast(page, 'Email failed')

  await followEmailLink(page)
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await page.clock.fastForward(3_000)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(toast(page, 'Article bookmarked')).toBeVisible()
  await expect(toast(page, 'Email failed')).toHaveCount(0)
})

test('the link, with the custom domain, is copied to the clipboard, or from a hidden text area, with buttons that are large enough for touch, and an error appears if both fail', async ({
  site,
  page,
}) => {
  const [id] = await site.publish(stories(1))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 375, height: 720 })
  await page.goto(`/article/${id}`)
  const button = page.getByRole('button', { name: 'Copy link' })
  for (const tool of [
    page.getByRole('link', { name: 'Share by email' }),
    button,
    page.getByRole('button', { name: 'Bookmark' }),
  ]) {
    const box = await tool.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(44)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
  await button.click()
  await expect(toast(page, 'Link copied!')).toContainText('Article link copied to clipboard')
  expect(await clipboardText(page)).toBe(`${site.url}/article/${id}/story-1`)
  for (const [clipboard, block] of [
    [
      'refuses',
      () => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))
      },
    ],
    [
      'is unavailable, as without https',
      () => {
        const { clipboard } = navigator
        Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
        Object.assign(window, {
          restoreClipboard: () => Object.defineProperty(navigator, 'clipboard', { value: clipboard }),
        })
      },
    ],
  ] as const)
    await test.step(`the clipboard ${clipboard}`, async () => {
      await closeToast(page, 'Link copied!')
      await page.evaluate(() => Clipboard.prototype.writeText.call(navigator.clipboard, 'Something else'))
      await page.evaluate(block)
      await button.click()
      await expect(toast(page, 'Link copied!')).toContainText('Article link copied to clipboard')
      await expect(button).toBeFocused()
      await expect(page.locator('textarea')).toHaveCount(0)
      await page.evaluate(() => (window as { restoreClipboard?: () => void }).restoreClipboard?.())
      expect(await clipboardText(page)).toBe(`${site.url}/article/${id}/story-1`)
    })

  await site.set({ custom_domain: 'paper.example' })
  await page.goto(`/article/${id}`)
  await button.click()
  await expect(toast(page, 'Link copied!')).toBeVisible()
  expect(await clipboardText(page)).toBe(`https://paper.example/article/${id}/story-1`)
  const href = await page.getByRole('link', { name: 'Share by email' }).getAttribute('href')
  expect(new URL(href ?? '').searchParams.get('body')).toContain(
    `https://paper.example/article/${id}/story-1`,
  )

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))
    document.execCommand = () => false
  })
  await button.click()
  await expect(toast(page, 'Failed to copy')).toContainText('Please manually copy the URL from your browser')
  await expect(page.locator('textarea')).toHaveCount(0)
})

test('the link below the text opens the share sheet of the system, copies the address without one, and writes an email without JavaScript', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([{ title: TITLE, content: '<p>The text.</p>' }])
  const url = site.url + articlePath({ id: String(id), title: TITLE, slug: null })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/article/${id}`)
  const link = page.getByRole('link', { name: 'Share this article' })
  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  await link.hover()
  await page.waitForLoadState('networkidle')
  await link.click()
  await expect(toast(page, 'Link copied!')).toBeVisible()
  expect(await clipboardText(page)).toBe(url)

  await page.evaluate(() => {
    navigator.share = async (data) => {
      document.body.dataset.shared = JSON.stringify(data)
    }
  })
  await link.click()
  await expect(page.locator('body')).toHaveAttribute(
    'data-shared',
    JSON.stringify({ title: await page.title(), url }),
  )

  const html = await (await page.request.get(`/article/${id}`)).text()
  const written = await page.evaluate(
    (html) =>
      new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLAnchorElement>('a[data-share]')
        ?.href,
    html,
  )
  expect(new URL(written ?? '').searchParams.get('body')).toBe(`${TITLE}\r\n\r\n${url}`)
})

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
