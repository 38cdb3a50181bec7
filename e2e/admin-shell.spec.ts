import type { Page } from '@playwright/test'
import { ADMINISTRATOR, signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const entries = (page: Page) => page.getByRole('navigation', { name: 'Back office' }).getByRole('link')
const widthOf = async (page: Page) => Math.round((await sidebar(page).boundingBox())?.width ?? 0)

test.describe('access', () => {
  test('visitors are asked to log in on the dashboard and redirected from the other screens', async ({
    page,
  }) => {
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Please log in' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/admin/settings')
    await expect(page).toHaveURL('/admin')
    await page.goto('/admin/users')
    await expect(page).toHaveURL('/admin/login')
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Go to Login' }).click()
    await expect(page).toHaveURL('/admin/login')
  })

  test('users are denied access on the dashboard and redirected to the front page from the other screens', async ({
    site,
    page,
  }) => {
    await signIn(site, page.request, { role: 'user', email: 'reader@example.org' })
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText("You don't have admin privileges.")).toBeVisible()
    await expectAccessible(page)
    await page.goto('/admin/articles')
    await expect(page).toHaveURL('/admin')
    await page.goto('/admin/users')
    await expect(page).toHaveURL('/')
    await page.goto('/admin/login')
    await expect(page).toHaveURL('/')
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

  test('the loading message appears only if loading takes a while', async ({ site, page, context }) => {
    await signIn(site, page.request)
    await context.route('**/*.js', () => {})
    const slow = await context.newPage()
    await slow.goto(`${site.url}/admin/articles`)
    const loadingMessage = slow.getByText('Loading admin dashboard...')
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
  })

  test('if the scripts fail to load, the frame shows an error in place of the loading message', async ({
    site,
    page,
    context,
    pageErrors,
  }) => {
    pageErrors.allow(/ERR_FAILED|status 502/)
    await signIn(site, page.request)
    await context.route('**/*.js', (route) =>
      route.fulfill({ status: 502, body: '<h1>502 Bad Gateway</h1>' }),
    )
    const cold = await context.newPage()
    await cold.goto(`${site.url}/admin/feeds`)
    await expect(cold.getByRole('alert')).toContainText('Something went wrong')
    await expect(cold.getByText('Loading admin dashboard...')).toBeHidden()
    await context.unroute('**/*.js')
    await cold.getByRole('button', { name: 'Refresh Page' }).click()
    await expect(cold.getByRole('heading', { level: 1, name: 'Feeds' })).toBeVisible()
  })

  for (const width of [375, 768, 1280])
    test(`the frame appears before the scripts have loaded (${width} px)`, async ({
      site,
      page,
      context,
      pageErrors,
    }) => {
      await signIn(site, page.request)
      pageErrors.allow(/ERR_FAILED|Failed to load/)
      await context.route('**/*.js', (route) => route.abort())
      const cold = await context.newPage()
      await cold.setViewportSize({ width, height: 700 })
      await cold.goto(`${site.url}/admin/articles`)
      await expect(cold.getByRole('banner')).toBeInViewport()
      const links = cold.getByRole('navigation', { name: 'Back office' })
      if (width === 375) await expect(links).toBeHidden()
      else await expect(links.getByRole('link', { name: 'Newsletter' })).toBeInViewport()
      await cold.goto(`${site.url}/admin`)
      await context.clearCookies()
      await cold.reload()
      await expect(cold.getByRole('heading', { name: 'Please log in' })).toBeVisible()
      await expect(links).toHaveCount(0)
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

  test('collapses to icons with its button and with Ctrl+B, and stays collapsed after a reload', async ({
    page,
    context,
  }) => {
    await page.goto('/admin')
    expect(await widthOf(page)).toBe(256)
    await page.keyboard.press('Control+b')
    await expect.poll(() => widthOf(page)).toBe(48)
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar:state')
    expect(cookie?.value).toBe('false')
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / (24 * 3600)
    expect(Math.round(days)).toBe(7)
    await page.reload()
    await expect.poll(() => widthOf(page)).toBe(48)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
    await expect.poll(() => widthOf(page)).toBe(256)
  })

  test('shows the tooltip of an icon after 700 ms, and the next one immediately', async ({ page }) => {
    await page.clock.install()
    await page.goto('/admin')
    await page.keyboard.press('Control+b')
    await expect.poll(() => widthOf(page)).toBe(48)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
    await entries(page).nth(1).hover()
    await page.clock.runFor(699)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(page.getByRole('tooltip')).toHaveText('Articles')
    await entries(page).nth(2).hover()
    await expect(page.getByRole('tooltip')).toHaveText('Calendar')
  })

  test('links to screens with distinct titles, whose button labels are not cut off at 768 px', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto('/admin')
    await expect(entries(page)).not.toHaveCount(0)
    const titles = new Set<string>()
    for (const entry of await entries(page).all()) {
      await entry.click()
      await expect(entry).toHaveAttribute('aria-current', 'page')
      await expect(page).not.toHaveTitle(new RegExp(`^(${['Admin \\|', ...titles].join('|')})`))
      titles.add((await page.title()).replace(/ \| Admin$/, ''))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      const cut = await page
        .locator('main :is(a, button)')
        .evaluateAll((all) =>
          all
            .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.textContent),
        )
      expect(cut).toEqual([])
    }
  })

  test('remains beside the 404 screen of unknown addresses', async ({ page, pageErrors }) => {
    pageErrors.allow(/status 404: \/admin/)
    for (const path of ['/admin/nothing', '/admin/nothing/404', '/admin/404']) {
      expect((await page.goto(path))?.status(), path).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
      await expect(page).toHaveTitle('Page not found | Admin')
    }
    await expect(entries(page).first()).toHaveText('Dashboard')
    await page.getByRole('link', { name: 'Return to the Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  })

  test('shows the signed-in user and signs out', async ({ site, page, pageErrors }) => {
    // Requests that were sent just before are rejected.
    pageErrors.allow(/status 401: \/_serverFn/)
    await page.goto('/admin')
    await expect(sidebar(page)).toContainText('Editor')
    await site.sql("update users set full_name = ' ' where email = $1", [ADMINISTRATOR.email])
    await expect(sidebar(page).getByText('Admin', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('You have been successfully signed out')).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Please log in' })).toBeVisible()
  })

  test('stays signed in when signing out fails', async ({ page, pageErrors }) => {
    pageErrors.allow(/net::ERR_FAILED: \/api\/auth/)
    await page.goto('/admin')
    await page.route('**/api/auth/sign-out', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Failed to sign out')).toBeVisible()
    await expect(page).toHaveURL('/admin')
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

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`on a phone the current tab scrolls into view, and the page does not scroll (motion: ${reducedMotion})`, async ({
    site,
    page,
  }) => {
    await signIn(site, page.request)
    await page.emulateMedia({ reducedMotion })
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
    // The tab row is below the visible part of the page.
    await expect(row).not.toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBe(0)

    await tab('Subscribers').click()
    await expect.poll(() => isInView('Settings')).toBe(false)
    // The current tab changes by navigation, not by a click in the row.
    await page.goBack()
    await expect(tab('Settings')).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => isInView('Settings')).toBe(true)
  })
