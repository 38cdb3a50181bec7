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

test('a reader subscribes with the keyboard between the stories and the footer: the button shows progress, and a focused confirmation replaces the form', async ({
  site,
  page,
}) => {
  await site.publish(stories(16))
  await page.goto('/')
  const form = formOf(page)
  const [more, newsletter, footer] = await Promise.all(
    [page.getByRole('region', { name: 'More Stories' }), form, page.getByRole('contentinfo')].map(
      async (part) => (await part.boundingBox())?.y ?? 0,
    ),
  )
  expect([more, newsletter, footer]).toEqual([more, newsletter, footer].toSorted((a = 0, b = 0) => a - b))
  await email(form).focus()
  await page.keyboard.type(EMAIL)
  await page.keyboard.press('Tab')
  await expect(name(form)).toBeFocused()
  await page.keyboard.type(' Ada Penrose ')
  await page.keyboard.press('Tab')
  await expect(button(form)).toBeFocused()
  await expect(form.locator('form')).toHaveAttribute('novalidate')

  const released = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/newsletter', async (route) => {
    sent += 1
    await released.promise
    await route.continue()
  })
  await email(form).press('Enter')
  await expect(button(form)).toHaveText('Subscribing...')
  await button(form).click({ force: true })
  await expectAccessible(page)
  released.resolve()
  await expect(form.locator(':focus')).toContainText('Thank you for subscribing')
  await expect(form.locator('form')).toHaveCount(0)
  expect(sent).toBe(1)
  expect(await site.sql('select email, full_name, user_id, is_active from newsletter_subscribers')).toEqual([
    { email: EMAIL, full_name: 'Ada Penrose', user_id: null, is_active: true },
  ])
})

test('errors are shown at the field and as toasts, and preserve the input', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 409|net::ERR_FAILED: \/newsletter/)
  await site.sql('insert into newsletter_subscribers (email) values ($1)', [EMAIL])
  await page.goto('/')
  const form = formOf(page)
  await button(form).click()
  await expect(toast(page, 'Error')).toBeVisible()
  await expect(email(form)).toBeFocused()
  await expect(email(form)).toHaveAttribute('aria-invalid', 'true')
  await expect(email(form)).toHaveAccessibleDescription('Error: Please enter your email address')

  await fill(form, EMAIL, 'Ada')
  await button(form).click()
  await expect(toast(page, 'Already subscribed')).toBeVisible()
  await expect(email(form)).toHaveAccessibleDescription(
    'Already subscribed: This email is already subscribed to our newsletter',
  )
  await expect(email(form)).toHaveValue(EMAIL)

  await email(form).fill('other@example.org')
  await page.route('**/newsletter', (route) => route.abort())
  await button(form).click()
  await expect(form.getByRole('alert')).toHaveText(
    'Error: Failed to subscribe to newsletter. Please try again.',
  )
  await expect(email(form)).toHaveValue('other@example.org')
  await expect(name(form)).toHaveValue('Ada')
  await expectAccessible(page)
  await page.unroute('**/newsletter')
  await button(form).click()
  await expect(form.getByText('Thank you for subscribing')).toBeVisible()
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

test('the form is also on a home page opened by client-side navigation, and live updates do not change it', async ({
  site,
  page,
}) => {
  await page.goto('/tv')
  await page.getByRole('banner').getByRole('link', { name: 'Masthead' }).click()
  const form = formOf(page)
  await fill(form, EMAIL, 'Ada')
  await site.publish([{ title: 'Just in' }])
  await expect(page.getByRole('link', { name: 'Just in' })).toBeVisible()
  await expect(email(form)).toHaveValue(EMAIL)
  await expect(name(form)).toHaveValue('Ada')
  await button(form).click()
  await expect(form.getByText('Thank you for subscribing')).toBeVisible()
})

test('the newsletter page shows known outcomes and ignores others, and says if sign-up is closed', async ({
  site,
  request,
}) => {
  const textOf = async (path: string) => (await request.get(path)).text()
  const bare = await textOf('/newsletter')
  expect(bare).toContain(`<link rel="canonical" href="${site.url}/newsletter"`)
  for (const [outcome, text] of [
    ['subscribed', 'Thank you for subscribing'],
    ['confirm', 'Open the link in it to confirm your subscription.'],
    ['duplicate', 'This email is already subscribed to our newsletter'],
    ['email-missing', 'Please enter your email address'],
    ['email-invalid', 'Please enter a valid email address'],
    ['email-not-ascii', 'Letters such as “ö” are not supported before the @ of an email address'],
    ['name-invalid', 'Please enter a shorter name, in one line'],
    ['too-many', 'Too many attempts. Please try again in a few minutes.'],
    ['closed', 'Our newsletter is not accepting new subscribers at the moment.'],
    // Each form contains it once, hidden.
    ['failed', 'Failed to subscribe to newsletter. Please try again.'],
  ] as const) {
    const count = (html: string) => html.split(text).length - 1
    expect(count(await textOf(`/newsletter?outcome=${outcome}`)), outcome).toBe(count(bare) + 1)
  }
  for (const outcome of ['junk', 'constructor', '__proto__', '<script>alert(1)</script>'])
    expect(await textOf(`/newsletter?outcome=${encodeURIComponent(outcome)}`)).toBe(bare)
  expect(await textOf('/')).toContain('type="email"')
  await site.set({ newsletter_enabled: 'false' })
  expect(await textOf('/')).not.toContain('type="email"')
  const closed = await textOf('/newsletter')
  expect(closed).toContain('Our newsletter is not accepting new subscribers at the moment.')
  expect(closed).not.toContain('type="email"')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader subscribes from the home page, and a second attempt shows "Already subscribed"', async ({
    site,
    page,
  }) => {
    await page.goto('/')
    const form = formOf(page)
    await email(form).fill('nobody')
    await button(form).click()
    await expect(page).toHaveURL('/')
    await email(form).fill(EMAIL)
    await name(form).fill('Ada Penrose')
    await button(form).click()
    await expect(page).toHaveURL('/newsletter?outcome=subscribed#signup')
    await expect(page.getByRole('main')).toContainText('Thank you for subscribing')
    await expect(page.locator('#signup')).toBeInViewport()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    expect(await site.sql('select email, full_name from newsletter_subscribers')).toEqual([
      { email: EMAIL, full_name: 'Ada Penrose' },
    ])
    await page.goto('/newsletter')
    const main = page.getByRole('main')
    await email(main).fill(EMAIL)
    await button(main).click()
    await expect(page).toHaveURL('/newsletter?outcome=duplicate#signup')
    await expect(page.locator('#signup')).toBeInViewport()
    await expect(email(main)).toHaveAccessibleDescription(
      'Already subscribed: This email is already subscribed to our newsletter',
    )
  })
})
