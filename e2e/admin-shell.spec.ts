import type { Page } from '@playwright/test'
import { ADMINISTRATOR, signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expectToFitPhones } from './fixtures/expect-to-fit.ts'
import { expect, test } from './fixtures/test.ts'

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const entries = (page: Page) => page.getByRole('navigation', { name: 'Admin area' }).getByRole('link')
const widthOf = async (page: Page) => Math.round((await sidebar(page).boundingBox())?.width ?? 0)

test.describe('access', () => {
  for (const { visitor, role, heading } of [
    { visitor: 'visitors', heading: 'Please log in' },
    { visitor: 'users', role: 'user', heading: 'Access Denied' },
  ] as const)
    test(`${visitor} are denied access and redirected to the dashboard, which says why`, async ({
      site,
      page,
    }) => {
      if (role) await signIn(site, page.request, { role, email: 'reader@example.org' })
      await page.goto('/admin/settings')
      await expect(page).toHaveURL('/admin')
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expectAccessible(page)
    })

  test('administrators have access until they are demoted', async ({ site, page, pageErrors }) => {
    // Requests of the screen and its stream at that moment are rejected.
    pageErrors.allow(/^status 40[13]: \/(_serverFn\/|api\/admin\/live)/)
    await signIn(site, page.request)
    await page.goto('/admin/login')
    await expect(page).toHaveURL('/admin')
    await expect(entries(page).first()).toHaveText('Dashboard')
    await site.sql("update users set role = 'user' where email = $1", [ADMINISTRATOR.email])
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  })

  for (const [what, change] of [
    ['demoted', "role = 'user'"],
    ['suspended', 'banned = true'],
  ])
    test(`the live stream ends immediately for an administrator who is ${what}`, async ({ site, page }) => {
      const email = `${what}@example.org`
      await signIn(site, page.request, { email })
      const cookies = await page.context().cookies(site.url)
      const stream = await fetch(`${site.url}/api/admin/live?age=0`, {
        headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
        signal: AbortSignal.timeout(5_000),
      })
      expect(stream.status).toBe(200)
      await site.sql(`update users set ${change} where email = $1`, [email])
      expect(await stream.text()).toContain('admin:users')
    })

  test('before the scripts have loaded, the frame appears at each width, and the loading message if it takes a while', async ({
    site,
    page,
    context,
    pageErrors,
  }) => {
    await signIn(site, page.request)
    const cold = await context.newPage()
    const links = cold.getByRole('navigation', { name: 'Admin area' })
    const loadingMessage = cold.getByText('Loading admin dashboard...')
    await context.route('**/*.js', () => {})
    await cold.goto(`${site.url}/admin/articles`)
    for (const width of [375, 1280])
      await test.step(`${width} px`, async () => {
        await cold.setViewportSize({ width, height: 700 })
        await expect(cold.getByRole('banner')).toBeInViewport()
        if (width === 375) await expect(links).toBeHidden()
        else await expect(links.getByRole('link', { name: 'Newsletter' })).toBeInViewport()
      })
    await expect(loadingMessage).toBeVisible()
    const delays = await loadingMessage.evaluate((element) =>
      element.getAnimations().map(({ effect }) => effect?.getTiming().delay),
    )
    expect(delays).toEqual([300])
    await loadingMessage.evaluate((element) => {
      for (const animation of element.getAnimations()) {
        animation.pause()
        animation.currentTime = 299
      }
    })
    await expect(loadingMessage).toBeHidden()

    await test.step('if the scripts fail to load, the frame shows an error in place of the message', async () => {
      pageErrors.allow(/ERR_FAILED|status 502/)
      await context.unroute('**/*.js')
      await context.route('**/*.js', (route) =>
        route.fulfill({ status: 502, body: '<h1>502 Bad Gateway</h1>' }),
      )
      await cold.goto(`${site.url}/admin/feeds`)
      await expect(cold.getByRole('alert')).toContainText('Something went wrong')
      await expect(loadingMessage).toBeHidden()
      await context.unroute('**/*.js')
      await cold.getByRole('button', { name: 'Refresh Page' }).click()
      await expect(cold.getByRole('heading', { level: 1, name: 'Feeds' })).toBeVisible()
    })

    await test.step('visitors get no frame', async () => {
      await context.route('**/*.js', (route) => route.abort())
      // Otherwise requests of the screen are rejected.
      await cold.goto('about:blank')
      await context.clearCookies()
      await cold.goto(`${site.url}/admin`)
      await expect(cold.getByRole('heading', { name: 'Please log in' })).toBeVisible()
      await expect(links).toHaveCount(0)
    })
  })

  test('admin pages are neither cached nor indexed', async ({ site, page }) => {
    for (const role of ['nobody', 'admin']) {
      if (role === 'admin') await signIn(site, page.request)
      const response = await page.request.get('/admin')
      expect(response.headers()['cache-control']).toBe('no-store')
      expect(await response.text()).toContain('noindex')
    }
  })
})

test.describe('the sidebar', () => {
  test.beforeEach(({ site, page }) => signIn(site, page.request))

  test('collapses to icons with its button and with Ctrl+B, stays collapsed after a reload, and shows tooltips after 700 ms', async ({
    page,
    context,
  }) => {
    await page.clock.install()
    await page.goto('/admin')
    expect(await widthOf(page)).toBe(256)
    await page.keyboard.press('Control+b')
    await expect.poll(() => widthOf(page)).toBe(48)
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar:state')
    expect(cookie?.value).toBe('false')
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / (24 * 3600)
    expect(Math.round(days)).toBe(7)
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
    await expect.poll(() => widthOf(page)).toBe(256)
    await page.keyboard.press('Control+b')
    await page.reload()
    await expect.poll(() => widthOf(page)).toBe(48)
    await expectAccessible(page)

    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
    await entries(page).nth(1).hover()
    await page.clock.runFor(699)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(page.getByRole('tooltip')).toHaveText('Articles')
    // The next one appears immediately.
    await entries(page).nth(2).hover()
    await expect(page.getByRole('tooltip')).toHaveText('Live')
  })

  test('remains beside the 404 screen of unknown addresses', async ({ page, pageErrors }) => {
    pageErrors.allow(/status 404: \/admin/)
    expect((await page.goto('/admin/nothing/404'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
    await expect(page).toHaveTitle('Page not found | Admin')
    await expect(entries(page).first()).toHaveText('Dashboard')
    await expectToFitPhones(page)
  })

  test('shows the signed-in user and signs out, unless signing out fails', async ({
    site,
    page,
    pageErrors,
  }) => {
    // Requests that were sent just before are rejected.
    pageErrors.allow(/status 401: \/_serverFn|net::ERR_FAILED: \/api\/auth/)
    await page.goto('/admin')
    await expect(sidebar(page)).toContainText('Editor')
    await site.sql("update users set full_name = ' ' where email = $1", [ADMINISTRATOR.email])
    await expect(sidebar(page).getByText('Admin', { exact: true })).toBeVisible()
    await page.route('**/api/auth/sign-out', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Failed to sign out')).toBeVisible()
    await expect(page).toHaveURL('/admin')
    await page.unroute('**/api/auth/sign-out')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('You have been successfully signed out')).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Please log in' })).toBeVisible()
  })

  test('opens as a sheet on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 800 })
    await page.goto('/admin')
    await expect(sidebar(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Open Sidebar' }).click()
    const panel = page.getByRole('dialog', { name: 'Sidebar' })
    expect((await panel.boundingBox())?.width).toBe(288)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Open Sidebar' })).toBeFocused()
    await page.getByRole('button', { name: 'Open Sidebar' }).click()
    await panel.getByRole('link', { name: 'Dashboard' }).click()
    await expect(panel).toHaveCount(0)
  })
})

test('on a phone the current tab scrolls into view, and the page does not scroll; the row fades out where tabs are out of view', async ({
  site,
  page,
}) => {
  await signIn(site, page.request)
  await page.setViewportSize({ width: 375, height: 400 })
  const row = page.getByRole('tablist')
  const tab = (name: string) => row.getByRole('tab', { name })
  const isInView = async (name: string) => {
    const [around, box] = await Promise.all([row.boundingBox(), tab(name).boundingBox()])
    return around && box && box.x >= around.x && box.x + box.width <= around.x + around.width
  }
  await page.goto('/admin/newsletter?tab=settings')
  await expect(tab('Settings')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => isInView('Settings')).toBe(true)
  expect(await isInView('Subscribers')).toBe(false)
  await expect(row).toHaveAttribute('data-hidden-start', 'true')
  await expect(row).not.toHaveAttribute('data-hidden-end')
  // The tab row is below the visible part of the page.
  await expect(row).not.toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await tab('Subscribers').click()
  await expect.poll(() => isInView('Settings')).toBe(false)
  await expect(row).toHaveAttribute('data-hidden-end', 'true')
  // The current tab changes by navigation, not by a click in the row.
  await page.goBack()
  await expect(tab('Settings')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => isInView('Settings')).toBe(true)
})
