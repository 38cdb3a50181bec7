import type { Page } from '@playwright/test'
import { totpOf } from '#features/accounts/testing/totp.ts'
import { ADMINISTRATOR, addAccount, signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expectToFitPhones } from './fixtures/expect-to-fit.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeEach(({ site }) =>
  site.sql(`delete from users; delete from rate_limits; delete from account_attempts;
    delete from site_settings where setting_name = 'two_factor_required'`),
)

/** A device with a fingerprint reader. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function openPanel(page: Page): Promise<void> {
  await page.goto('/.well-known/change-password')
  await expect(page.getByRole('tab', { name: 'Security' })).toHaveAttribute('aria-selected', 'true')
}

const ageSessions = (site: Site) =>
  site.sql(`update sessions set authenticated_at = now() - interval '16 minutes'`)

test('the well-known address for changing passwords asks to sign in first', async ({ site, request }) => {
  await addAccount(site)
  const response = await request.get('/.well-known/change-password')
  expect(new URL(response.url()).pathname).toBe('/admin/login')
})

test('an administrator adds a passkey after confirming their identity, and signs in with it', async ({
  site,
  page,
  pageErrors,
}) => {
  test.slow()
  await addAuthenticator(page)
  await signIn(site, page.request)
  await openPanel(page)
  await ageSessions(site)
  pageErrors.allow(/status 403/)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  const name = passkeys.getByLabel('Name of the new passkey')
  const add = passkeys.getByRole('button', { name: 'Add a Passkey' })
  await add.click()
  await expect(name).toHaveAccessibleDescription(/\w/)
  // The button is beside the field, not beside its error.
  const distance = async () => {
    const [button, field] = await Promise.all([add, name].map((element) => element.boundingBox()))
    return (button?.y ?? NaN) - (field?.y ?? NaN)
  }
  await expect.poll(distance).toBe(0)
  await name.fill('Work laptop')
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await dialog.getByLabel(/^Your password/).fill(ADMINISTRATOR.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(passkeys.getByRole('listitem')).toContainText('Work laptop')
  await expect(passkeys.getByRole('listitem')).toContainText('Added on')
  await expectAccessible(page)

  await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin: site.url } })
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(page).toHaveURL(`${site.url}/admin`)
  expect(await site.sql('select is_passkey from sessions')).toEqual([{ is_passkey: true }])
  expect(
    await site.sql(`select action from audit_log where action like 'passkey.%' or action = 'sign-in.succeed'
      order by id desc limit 2`),
  ).toEqual([{ action: 'sign-in.succeed' }, { action: 'passkey.create' }])

  await openPanel(page)
  await passkeys.getByRole('button', { name: 'Remove passkey: Work laptop' }).click()
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)
})

test('the site requires a second factor, and an administrator without one sets it up', async ({
  site,
  page,
  pageErrors,
}) => {
  test.slow()
  await signIn(site, page.request)
  await openPanel(page)
  pageErrors.allow(/status 403/)
  await page.getByLabel('Two-factor authentication is required for the admin area').click()
  await expect(
    page.getByRole('heading', { name: 'Set up two-factor authentication to use the admin area' }),
  ).toBeVisible()
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: /^Set up two-factor/ })).toBeVisible()
  await expectAccessible(page)
  await expectToFitPhones(page)
  const factor = page.getByRole('region', { name: 'Two-factor authentication' })
  await factor.getByRole('button', { name: 'Set Up' }).click()
  await factor.getByLabel(/^Your password/).fill(ADMINISTRATOR.password)
  await factor.getByRole('button', { name: 'Continue' }).click()
  const secret = (await factor.locator('code').textContent()) ?? ''
  await factor.getByLabel('Code from your app').fill(totpOf(secret))
  await factor.getByRole('button', { name: 'Verify and Turn On' }).click()
  await factor.getByRole('button', { name: 'I Have Saved Them' }).click()
  await page.getByRole('button', { name: 'Continue to the Admin Area' }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
})

test('signing out deletes the drafts of this browser after a warning', async ({ site, page }) => {
  await signIn(site, page.request)
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('masthead:campaign-draft:')))
  await page.goto('/admin/newsletter?tab=campaign')
  await page.getByLabel('Subject').fill('An unsaved subject')
  const [{ id } = { id: '' }] = await site.sql<{ id: string }>('select id from users where email = $1', [
    ADMINISTRATOR.email,
  ])
  await expect.poll(drafts).toEqual([expect.stringContaining(id)])
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign out and delete unsaved changes?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('An unsaved subject')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await dialog.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await expect.poll(drafts).toEqual([])
})
