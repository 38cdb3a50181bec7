import type { Locator, Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { observeShifts, shifts } from './fixtures/layout-shifts.ts'
import { test } from './fixtures/newsletter-test.ts'
import { expect } from './fixtures/test.ts'

const EMAIL = 'reader@example.org'
// Most tests check the accessibility of several states.
test.describe.configure({ timeout: 90_000 })
test.beforeEach(async ({ site, context, extraHTTPHeaders }) => {
  // Contexts are shared between tests, so the option has no effect on them.
  await context.setExtraHTTPHeaders(extraHTTPHeaders ?? {})
  await site.sql('delete from newsletter_subscribers')
})

const formOf = (page: Page) => page.getByRole('region', { name: 'Newsletter' })
const categories = (page: Page) => page.getByRole('navigation', { name: 'Categories' })
const email = (form: Locator) => form.getByLabel('Email address')
const name = (form: Locator) => form.getByLabel('Name (optional)')
const button = (form: Locator) => form.getByRole('button')
const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(title, { exact: true })

/** Fills in the form and waits until it is hydrated. */
async function fill(form: Locator, address: string, fullName = ''): Promise<void> {
  await email(form).fill(address)
  await name(form).fill(fullName)
  await expect(form.locator('form')).toHaveAttribute('novalidate')
}

test('a reader subscribes between the stories and the footer: the button shows progress, then a focused confirmation replaces the form', async ({
  site,
  page,
}) => {
  await site.publish(stories(16))
  await page.goto('/')
  const form = formOf(page)
  await expect(form).toBeVisible()
  const [more, newsletter, footer] = await Promise.all(
    [page.getByRole('region', { name: 'More Stories' }), form, page.getByRole('contentinfo')].map(
      async (part) => (await part.boundingBox())?.y ?? 0,
    ),
  )
  expect([more, newsletter, footer]).toEqual([more, newsletter, footer].toSorted((a = 0, b = 0) => a - b))
  await expect(email(form)).toHaveAttribute('type', 'email')
  await expect(email(form)).toHaveAttribute('autocomplete', 'email')
  await expect(email(form)).toHaveAttribute('required')
  await expect(name(form)).toHaveAttribute('autocomplete', 'name')
  await expect(name(form)).not.toHaveAttribute('required')
  await expect(form.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy')

  await fill(form, EMAIL, ' Ada Penrose ')
  const released = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/newsletter', async (route) => {
    sent += 1
    await released.promise
    await route.continue()
  })
  await button(form).click()
  await expect(button(form)).toHaveText('Subscribing...')
  await button(form).click({ force: true })
  await email(form).press('Enter')
  await expectAccessible(page)
  released.resolve()
  await expect(form.getByText('Thank you for subscribing')).toBeVisible()
  await expect(form.locator('form')).toHaveCount(0)
  await expect(form.locator(':focus')).toContainText('Thank you for subscribing')
  expect(sent).toBe(1)
  expect(await site.sql('select email, full_name, user_id, is_active from newsletter_subscribers')).toEqual([
    { email: EMAIL, full_name: 'Ada Penrose', user_id: null, is_active: true },
  ])
})

test('an empty address and a second subscription, regardless of letter case, show the specified errors at the field and as toasts', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 409/)
  await site.sql('insert into newsletter_subscribers (email) values ($1)', [EMAIL])
  await page.goto('/')
  const form = formOf(page)
  await button(form).click()
  await expect(toast(page, 'Error')).toBeVisible()
  await expect(email(form)).toBeFocused()
  await expect(email(form)).toHaveAttribute('aria-invalid', 'true')
  await expect(email(form)).toHaveAccessibleDescription('Error: Please enter your email address')

  await fill(form, EMAIL.toUpperCase(), 'Ada')
  await button(form).click()
  await expect(toast(page, 'Already subscribed')).toBeVisible()
  await expect(email(form)).toBeFocused()
  await expect(email(form)).toHaveAccessibleDescription(
    'Already subscribed: This email is already subscribed to our newsletter',
  )
  await expect(email(form)).toHaveValue(EMAIL.toUpperCase())
  await email(form).fill('other@example.org')
  await button(form).click()
  await expect(form.getByText('Thank you for subscribing')).toBeVisible()
})

test('when the network, the server or a proxy fails, the form shows an error and preserves the input', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 50\d: \/newsletter|net::ERR_FAILED: \/newsletter/)
  await page.goto('/')
  const form = formOf(page)
  await fill(form, EMAIL, 'Ada Penrose')
  for (const answer of [
    { status: 500, body: 'Something went wrong.' },
    { status: 502, json: { error: 'bad gateway' } },
    undefined,
  ]) {
    const released = Promise.withResolvers<void>()
    await page.route('**/newsletter', async (route) => {
      await released.promise
      await (answer ? route.fulfill(answer) : route.abort())
    })
    await button(form).click()
    await expect(button(form)).toHaveText('Subscribing...')
    released.resolve()
    await expect(button(form)).toHaveText('Subscribe')
    await expect(form.getByRole('alert')).toHaveText(
      'Error: Failed to subscribe to newsletter. Please try again.',
    )
    await expect(email(form)).toHaveValue(EMAIL)
    await expect(name(form)).toHaveValue('Ada Penrose')
    await page.unroute('**/newsletter')
  }
  await expect(toast(page, 'Error').first()).toBeVisible()
  await expectAccessible(page)
  await button(form).click()
  await expect(form.getByText('Thank you for subscribing')).toBeVisible()
})

test('with sign-up closed, the home page has no form, the newsletter page says so, and the server rejects sign-ups', async ({
  site,
  page,
  request,
}) => {
  await page.goto('/')
  await expect(formOf(page)).toBeVisible()
  await site.set({ newsletter_enabled: 'false' })
  await page.goto('/')
  await expect(formOf(page)).toHaveCount(0)
  await page.goto('/newsletter')
  await expect(page.getByRole('main')).toContainText(
    'Our newsletter is not accepting new subscribers at the moment.',
  )
  await expect(page.getByRole('textbox')).toHaveCount(0)
  const rejected = await request.post('/newsletter', { data: { email: EMAIL } })
  expect(rejected.status()).toBe(403)
  expect(await site.sql('select from newsletter_subscribers')).toEqual([])
})

test('a reader subscribes with the keyboard', async ({ site, page }) => {
  await page.goto('/')
  const form = formOf(page)
  await categories(page).getByRole('link', { name: 'Travel' }).focus()
  for (const stop of [email, name, button]) {
    await page.keyboard.press('Tab')
    await expect(stop(form)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(form.getByRole('link', { name: 'Privacy Policy' })).toBeFocused()
  await email(form).focus()
  await page.keyboard.type(EMAIL)
  await expect(form.locator('form')).toHaveAttribute('novalidate')
  await page.keyboard.press('Enter')
  await expect(form.locator(':focus')).toContainText('Thank you for subscribing')
  expect(await site.sql('select email from newsletter_subscribers')).toEqual([{ email: EMAIL }])
})

test('input from before hydration is preserved, and the form causes no layout shift', async ({
  site,
  page,
}) => {
  await site.publish(stories(16))
  await observeShifts(page)
  await page.goto('/')
  const form = formOf(page)
  const came = Promise.withResolvers<void>()
  await page.route('**/hydrate-form*.js', async (route) => {
    await came.promise
    await route.continue()
  })
  await name(form).fill('Ada')
  await email(form).fill(EMAIL)
  const height = (await form.boundingBox())?.height
  came.resolve()
  await expect(form.locator('form')).toHaveAttribute('novalidate')
  await expect(email(form)).toBeFocused()
  await expect(name(form)).toHaveValue('Ada')
  await expect(email(form)).toHaveValue(EMAIL)
  await button(form).click()
  await expect(form.getByText('Thank you for subscribing')).toBeVisible()
  expect((await form.boundingBox())?.height).toBe(height)
  expect(await shifts(page)).toEqual([])
})

test('live updates do not change the form while a reader types', async ({ site, page }) => {
  await page.goto('/')
  const form = formOf(page)
  await fill(form, EMAIL, 'Ada')
  await site.publish([{ title: 'Just in' }])
  await expect(page.getByRole('link', { name: 'Just in' })).toBeVisible()
  await expect(email(form)).toHaveValue(EMAIL)
  await expect(name(form)).toHaveValue('Ada')
  await button(form).click()
  await expect(form.getByText('Thank you for subscribing')).toBeVisible()
})

test('if the script fails to load, the browser submits the form', async ({ page, pageErrors }) => {
  pageErrors.allow(/hydrate-form/)
  await page.goto('/')
  await page.route('**/hydrate-form*.js', (route) => route.abort())
  const form = formOf(page)
  await email(form).fill(EMAIL)
  await button(form).click()
  await expect(page).toHaveURL('/newsletter?outcome=subscribed#signup')
  await expect(page.getByText('Thank you for subscribing')).toBeVisible()
})

test('the form is also on a home page opened by client-side navigation', async ({ page }) => {
  await page.goto('/tv')
  await page.getByRole('banner').getByRole('link', { name: 'Masthead' }).click()
  const form = formOf(page)
  await fill(form, EMAIL)
  await button(form).click()
  await expect(form.getByText('Thank you for subscribing')).toBeVisible()
  await categories(page).getByRole('link', { name: 'TV' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('TV')
  await page.goBack()
  await expect(email(form)).toHaveValue('')
})

test('the newsletter page has a canonical URL, subscribes readers, shows known outcomes and ignores others', async ({
  site,
  page,
  request,
}) => {
  await page.goto('/newsletter')
  await expect(page).toHaveTitle('Newsletter | Masthead')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.url}/newsletter`)
  const main = page.getByRole('main')
  await email(main).fill(EMAIL)
  await button(main).click()
  await expect(main.getByText('Thank you for subscribing')).toBeVisible()

  for (const outcome of ['subscribed', 'email-invalid', 'name-invalid', 'failed']) {
    await page.goto(`/newsletter?outcome=${outcome}#signup`)
    await expect(page.locator('#signup'), outcome).toBeInViewport()
    await expect(page.locator('#signup'), outcome).not.toBeEmpty()
  }
  const bare = await (await request.get('/newsletter')).text()
  for (const outcome of ['junk', 'constructor', '__proto__', '<script>alert(1)</script>']) {
    const html = await (await request.get(`/newsletter?outcome=${encodeURIComponent(outcome)}`)).text()
    expect(html).toBe(bare)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader subscribes from the home page, and a second attempt shows "Already subscribed"', async ({
    site,
    page,
  }) => {
    await page.goto('/')
    const form = formOf(page)
    await email(form).fill(EMAIL)
    await name(form).fill('Ada Penrose')
    await button(form).click()
    await expect(page).toHaveURL('/newsletter?outcome=subscribed#signup')
    await expect(page.getByRole('main')).toContainText('Thank you for subscribing')
    await expect(page.getByRole('textbox')).toHaveCount(0)
    expect(await site.sql('select email, full_name from newsletter_subscribers')).toEqual([
      { email: EMAIL, full_name: 'Ada Penrose' },
    ])
    await page.goto('/newsletter')
    const main = page.getByRole('main')
    await email(main).fill(EMAIL)
    await button(main).click()
    await expect(page).toHaveURL('/newsletter?outcome=duplicate#signup')
    await expect(email(main)).toHaveAccessibleDescription(
      'Already subscribed: This email is already subscribed to our newsletter',
    )
  })

  test('the browser validates the address', async ({ page }) => {
    await page.goto('/')
    const form = formOf(page)
    for (const address of ['', 'nobody']) {
      await email(form).fill(address)
      await button(form).click()
      await expect(page).toHaveURL('/')
      expect(await email(form).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false)
    }
  })
})
