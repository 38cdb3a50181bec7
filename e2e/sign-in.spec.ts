import { addAccount, ADMINISTRATOR as EDITOR } from './fixtures/administrator.ts'
import { findEmailLink } from './fixtures/outbox.ts'
import { expect, test } from './fixtures/test.ts'

const NEW_PASSWORD = 'violet tram estuary'

test.beforeEach(({ site }) =>
  site.sql('delete from users; delete from rate_limits; delete from account_attempts'),
)

test('an administrator signs in with the keyboard; signing out in another tab asks to sign in again', async ({
  site,
  page,
  pageErrors,
}) => {
  test.slow()
  await addAccount(site)
  await page.goto('/admin/login')
  await expect(page).toHaveTitle(/^Admin Login \|/)
  await expect(page.getByRole('link', { name: 'Back to the site' })).toHaveAttribute('href', '/')
  const [email, password] = [page.getByLabel('Email'), page.getByLabel(/^Password/)]
  await email.fill(EDITOR.email)
  await email.press('Tab')
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await expect(password).toHaveAttribute('type', 'password')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('12345')

  await test.step('the form keeps its values when the server is unreachable', async () => {
    pageErrors.allow(/ERR_FAILED/)
    await page.route('**/api/auth/sign-in/email', (route) => route.abort())
    await password.fill('another password')
    await password.press('Enter')
    await expect(
      page.getByText('An unexpected error occurred. The server cannot be reached.', { exact: true }),
    ).toBeVisible()
    await expect(email).toHaveValue(EDITOR.email)
    await page.unroute('**/api/auth/sign-in/email')
  })

  // Administrators can sign in during maintenance.
  pageErrors.allow(/401|503/)
  await site.sql("update site_settings set setting_value = 'true' where setting_name = 'maintenance_mode'")
  await expect.poll(async () => (await fetch(site.url)).status).toBe(503)
  await password.press('Enter')
  await expect(page.getByText('Sign in failed')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(email).toHaveValue(EDITOR.email)
  await expect(password).toHaveValue('another password')

  let answer = () => {}
  const heldRequest = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/sign-in/email', async (route) => {
    await heldRequest
    await route.continue()
  })
  await password.fill(EDITOR.password)
  await password.press('Enter')
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeVisible()
  answer()
  await expect(page).toHaveURL(`${site.url}/admin`)
  await expect(page.getByText('You have successfully signed in.')).toBeVisible()
  expect(page.url()).not.toContain('password')
  await site.set({ maintenance_mode: 'false' })

  // The sign-in page redirects signed-in visitors.
  const other = await page.context().newPage()
  await other.goto(`${site.url}/admin/login`)
  await expect(other).toHaveURL(`${site.url}/admin`)
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other).toHaveURL(`${site.url}/`)
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(EDITOR.email)
  await expect(dialog.getByLabel(/^Password/)).toBeFocused()
  await dialog.getByLabel(/^Password/).fill(EDITOR.password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()
})

test('a visitor signs up, chooses a password in the emailed link, and signs in as a user', async ({
  site,
  page,
}) => {
  await page.goto('/admin/signup')
  await page.getByLabel('Full name').fill('A Newcomer')
  await page.getByLabel('Email').fill('new@example.org')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('This site has no mail server yet.')).toBeVisible()
  await page.goto(await findEmailLink(site, 'new@example.org'))
  await page.getByLabel(/^Password/).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Confirm My Account' }).click()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the sign-in page' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await page.getByLabel('Email').fill('new@example.org')
  await page.getByLabel(/^Password/).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(`${site.url}/`)
})

test('a forgotten password is reset with an emailed link', async ({ site, page, pageErrors }) => {
  await addAccount(site)
  await page.goto('/admin/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(EDITOR.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('This site has no mail server yet.')).toBeVisible()
  await page.goto(await findEmailLink(site, EDITOR.email))
  pageErrors.allow(/400/)
  await page.getByLabel('New password').fill('password1')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText(/one of the most common ones/)).toBeVisible()
  await expect(page.getByLabel('New password')).toBeFocused()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Your password has been changed')).toBeVisible()
})

test('the first administrator registers with the link that the server prints', async ({ site, page }) => {
  // It starts another server.
  test.slow()
  await using server = await site.startAnother()
  await expect.poll(() => server.log.join('\n')).toContain('/admin/first#')
  const [, path = ''] = /(\/admin\/first#[\w-]{43})/.exec(server.log.join('\n')) ?? []
  await page.goto(site.url + path)
  await page.getByLabel('Full name').fill('The Chief')
  await page.getByLabel('Email').fill('chief@example.org')
  const submit = page.getByRole('button', { name: 'Create Administrator' })
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByLabel(/^Password/).fill('')
    const box = await submit.boundingBox()
    await page.getByLabel(/^Password/).fill(NEW_PASSWORD)
    await expect(page.getByText('This password is very hard to guess.')).toBeVisible()
    expect(await submit.boundingBox(), 'the rating does not move the button').toEqual(box)
  }
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('chief@example.org')
  await expect(page.getByLabel(/^Password/)).toBeFocused()
  await page.getByLabel(/^Password/).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(`${site.url}/admin`)
})

test.describe('before its script runs', () => {
  test.use({ javaScriptEnabled: false })

  test('the form signs in without putting the password into a URL', async ({ site, page }) => {
    await addAccount(site)
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto('/admin/login')
    for (const password of ['another password', EDITOR.password]) {
      await page.getByLabel('Email').fill(EDITOR.email)
      await page.getByLabel(/^Password/).fill(password)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      const isRight = password === EDITOR.password
      await expect(page).toHaveURL(`${site.url}/admin${isRight ? '' : '/login'}`)
    }
    expect(addresses.filter((address) => /password|@/.test(address))).toEqual([])
  })
})
