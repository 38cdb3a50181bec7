import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

test('an article that fails a required check is published once it passes', async ({ site, page }) => {
  await site.sql("delete from site_settings where setting_name = 'publish_checks'")
  await signIn(site, page.request)
  await page.goto('/admin/settings')
  const level = page.getByLabel('Standfirst')
  await expect(level).toHaveValue('should')
  await level.selectOption('Required')
  await expect(page.getByText('The publish check has been updated successfully')).toBeVisible()
  await expect(level).toHaveValue('must')
  await expectAccessible(page)

  await page.goto('/admin/articles?article=new')
  const check = page.getByRole('region', { name: 'Publish check' })
  await page.getByLabel('Title').fill('Harbour to close')
  await expect(check.getByRole('listitem')).toHaveText([
    'Required: The standfirst (Summary) is empty.',
    'Recommended: There is no lead image.',
  ])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page.getByRole('alert').getByText('The standfirst (Summary) is empty.')).toBeVisible()
  expect(await site.sql('select from articles')).toEqual([])

  await page.getByLabel('Summary').fill('For repairs.')
  await expect(check.getByRole('listitem')).toHaveText(['Recommended: There is no lead image.'])
  await page.keyboard.press('Control+Enter')
  const confirmation = page.getByRole('alertdialog', { name: 'Publish this article?' })
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  expect(await site.sql('select from articles')).toEqual([])
  await confirmation.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Article created successfully', { exact: true })).toBeVisible()
  expect(await site.sql('select title from articles')).toEqual([{ title: 'Harbour to close' }])
})
