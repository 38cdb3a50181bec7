import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { totpOf } from '#features/accounts/testing/totp.ts'
import { ADMINISTRATOR, signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeEach(({ site }) =>
  site.sql('delete from users; delete from rate_limits; delete from account_attempts'),
)

async function openPanel(site: Site, page: Page): Promise<void> {
  await signIn(site, page.request)
  await page.goto('/admin/settings')
  await page.getByRole('tab', { name: 'Security' }).click()
}

test('an administrator sets up two-factor authentication and signs in with a code and with a backup code', async ({
  site,
  page,
  pageErrors,
}) => {
  test.slow()
  await openPanel(site, page)
  const factor = page.getByRole('region', { name: 'Two-factor authentication' })
  await factor.getByRole('button', { name: 'Set Up' }).click()
  await expect(factor.getByLabel(/^Your password/)).toBeFocused()
  await page.keyboard.type(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  await expect(factor.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  const secret = (await factor.locator('code').textContent()) ?? ''
  pageErrors.allow(/status 401/)
  await factor.getByLabel('Code from your app').fill('000000')
  await factor.getByRole('button', { name: 'Verify and Turn On' }).click()
  await expect(factor.getByRole('alert')).toHaveText('Invalid code')
  await factor.getByLabel('Code from your app').fill(totpOf(secret))
  await factor.getByRole('button', { name: 'Verify and Turn On' }).click()
  const shown = factor.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  await expectAccessible(page)
  const codes = await shown.allInnerTexts()
  const downloading = page.waitForEvent('download')
  await factor.getByRole('link', { name: 'Download' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toBe(`${codes.join('\n')}\n`)
  await factor.getByRole('button', { name: 'I Have Saved Them' }).click()
  await expect(factor.getByText('On', { exact: true })).toBeVisible()

  for (const kind of ['app', 'backup'] as const) {
    await site.sql('delete from rate_limits; delete from account_attempts')
    await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin: site.url } })
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill(ADMINISTRATOR.email)
    await page.getByLabel(/^Password/).fill(ADMINISTRATOR.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByLabel('Code from your app')).toBeFocused()
    await expectAccessible(page)
    if (kind === 'app') await page.keyboard.type(totpOf(secret))
    else {
      await page.getByRole('button', { name: 'Use a Backup Code' }).click()
      await page.getByLabel('Backup code').fill(codes[0] ?? '')
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${site.url}/admin`)
  }

  await page.goto('/admin/settings')
  await page.getByRole('tab', { name: 'Security' }).click()
  await factor.getByRole('button', { name: 'Turn Off' }).click()
  await factor.getByLabel(/^Your password/).fill(ADMINISTRATOR.password)
  await factor.getByRole('button', { name: 'Turn Off' }).click()
  await expect(factor.getByText('Off', { exact: true })).toBeVisible()
})

test('an administrator ends other sessions one by one and by changing the password', async ({
  site,
  page,
  playwright,
  pageErrors,
}) => {
  const otherSessions: APIRequestContext[] = []
  for (const browser of ['Firefox/145.0', 'Safari/605.1', 'Edg/142.0']) {
    const userAgent = `Mozilla/5.0 (Windows NT 10.0) ${browser}`
    const request = await playwright.request.newContext({ baseURL: site.url, userAgent })
    await signIn(site, request, { userAgent })
    otherSessions.push(request)
  }
  const areSignedIn = () =>
    Promise.all(
      otherSessions.map(
        async (request) => (await (await request.get('/api/auth/get-session')).json()) !== null,
      ),
    )
  await openPanel(site, page)
  await expect(page.getByText('Admin privileges are managed through user profiles.')).toBeVisible()
  const sessions = page.getByRole('region', { name: 'Active sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(4)
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1)
  await sessions.getByRole('button', { name: /Firefox on Windows/ }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  expect(await areSignedIn()).toEqual([false, true, true])

  const password = page.getByRole('region', { name: 'Password' })
  pageErrors.allow(/status 400/)
  await password.getByLabel(/^Current password/).fill('another password')
  await password.getByLabel(/^New password/).fill('violet tram estuary')
  await password.getByRole('button', { name: 'Change Password' }).click()
  await expect(password.getByRole('alert')).toHaveText('Invalid password')
  await expect(password.getByLabel(/^New password/)).toHaveValue('violet tram estuary')
  await password.getByLabel(/^Current password/).fill(ADMINISTRATOR.password)
  await password.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('You have been signed out everywhere else.')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect(await areSignedIn()).toEqual([false, false, false])
  await Promise.all(otherSessions.map((request) => request.dispose()))
})
