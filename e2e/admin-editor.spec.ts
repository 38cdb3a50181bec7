import type { Page } from '@playwright/test'
import { tooSlow } from '#features/collaboration/rules/step-limits.ts'
import { signIn } from './fixtures/administrator.ts'
import { chooseAction } from './fixtures/choose-action.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { holdRequests } from './fixtures/hold-requests.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const saved = (page: Page) => page.getByText('Saved', { exact: true })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

// Each test is a long journey through the editor.
test.slow()

test.beforeEach(async ({ site, page }) => {
  await site.sql('truncate audit_log')
  await signIn(site, page.request)
})

test('a new article continues after a reload, an empty text shows a hint, and a text over the limit is not pasted', async ({
  page,
}) => {
  await page.goto('/admin/articles?article=new')
  const release = await holdRequests(page, '**/api/admin/draft_steps*')
  await page.getByLabel('Title').fill('Slow news')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveText('Slow news')
  release()
  await expect(saved(page)).toBeVisible()
  await expect(page).toHaveURL(/article=[\w-]{36}$/)

  await content(page).click()
  const hint = page.locator('[aria-label="Content"][data-placeholder^="Write the text."]')
  await expect(hint).toBeVisible()
  const paste = (characters: number) =>
    content(page).evaluate((element, characters) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Rain. '.repeat(characters / 6))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, characters)
  await paste(300_006)
  await expect(toast(page, 'Text not pasted')).toBeVisible()
  await expect(content(page)).toHaveText('')
  // Larger than the requests that readers may send.
  await paste(90_000)
  await expect(content(page)).toContainText('Rain.')
  await expect(hint).toHaveCount(0)
  await expect(saved(page)).toBeVisible({ timeout: 30_000 })
})

test('typing sends the edits and not the whole text, which waits for the network, remains a revision, and is deleted when signing out', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>'.repeat(200) }])
  const textOfDraft = async () =>
    (await site.sql<{ content: string }>("select fields->>'content' as content from drafts"))[0]?.content
  await page.goto(`/admin/articles?article=${id}`)
  await test.step('typing sends the edits, and not the whole text for a preview that is not visible', async () => {
    await content(page).click()
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/admin/draft_steps*', async (route) => {
      await seen.promise
      await route.continue()
    })
    await page.keyboard.type('Sugar last. ')
    await expect(page.getByText('Saving...')).toBeVisible()
    seen.resolve()
    await expect(saved(page)).toBeVisible()
    const sizes: number[] = []
    page.on('request', (request) => sizes.push(request.postDataBuffer()?.length ?? 0))
    await page.keyboard.type('No biscuits. ')
    await expect.poll(textOfDraft).toContain('No biscuits. ')
    await expect(saved(page)).toBeVisible()
    const isPreview = (size: number) => size > 3_000
    expect(sizes.filter(isPreview)).toEqual([])
    const preview = page.getByTitle('Preview of the article')
    await preview.scrollIntoViewIfNeeded()
    await expect(preview.contentFrame().getByText('No biscuits.')).toBeVisible()
    expect(sizes.filter(isPreview)).toHaveLength(1)
  })

  await test.step('at any scroll position, the editor shows that the edits wait for the network', async () => {
    pageErrors.allow(/ERR_INTERNET_DISCONNECTED/)
    await content(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await context.setOffline(true)
    await page.keyboard.type(' Or last.')
    const notice = page.getByText('Your changes could not be sent. You are offline.')
    await expect(notice).toBeInViewport({ ratio: 1 })
    await context.setOffline(false)
    await expect(notice).toBeHidden()
    await expect(saved(page)).toBeAttached()
  })

  await test.step('changes that the server refuses for a time are kept, with its reason, and sent later', async () => {
    pageErrors.allow(/status 429/)
    const updates = '**/api/admin/draft_steps*'
    await page.route(updates, (route) => route.fulfill({ status: 429, json: { message: tooSlow() } }))
    await page.keyboard.type(' Or never.')
    const notice = page.getByText(`Your changes could not be sent. ${tooSlow()}`)
    await expect(notice).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Saved on this device, will be sent again')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(updates)
    await expect(notice).toBeHidden()
    await expect.poll(textOfDraft).toContain(' Or never.')
  })

  await test.step('a text that a restored revision replaces remains one revision', async () => {
    await expect.poll(textOfDraft).toContain(' Or last.')
    const replaced = await textOfDraft()
    // As the autosave does, unless it was quicker.
    await site.sql(`with autosaved as (
        update drafts set last_revision = last_revision + 1, edited_by = '{}' where edited_by <> '{}'
        returning id, last_revision, fields
      ) insert into revisions (article_id, number, kind, fields) select id, last_revision, 'autosave', fields from autosaved`)
    await chooseAction(page, 'Revisions')
    await page.getByRole('dialog').getByRole('button', { name: /^1\./ }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(toast(page, 'Revision 1 restored')).toBeVisible()
    await expect(content(page)).toHaveText('Milk first.'.repeat(200))
    expect(await site.sql("select kind from revisions where fields->>'content' = $1", [replaced])).toEqual([
      { kind: 'autosave' },
    ])
  })

  await test.step('signing out deletes edits that could not be sent, after a confirmation', async () => {
    pageErrors.allow(/ERR_FAILED|status 401/)
    await page.route('**/api/admin/draft_steps*', (route) => route.abort('failed'))
    await page.getByLabel('Title').fill('Never to be seen')
    await expect(page.getByText('What you typed is saved')).toBeVisible()
    await page.getByRole('tab', { name: 'Article List' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign out and delete unsaved changes?' })
    await question.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('You have been successfully signed out')).toBeVisible()
    const stored = await page.evaluate(async () => {
      const opened = indexedDB.open('masthead-documents')
      await new Promise((resolve) => opened.addEventListener('success', resolve))
      const documents = opened.result.transaction('documents').objectStore('documents').getAll()
      return new Promise((resolve) => {
        documents.onsuccess = () => resolve(documents.result)
      })
    })
    expect(stored).toEqual([])
  })
})

test('notices of the editor are in view at any scroll position and width', async ({ site, page }) => {
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>'.repeat(200) }])
  const deleteArticle = () => site.sql('update drafts set deleted_at = now() where id = $1', [id])
  const restoreArticle = () => site.sql('update drafts set deleted_at = null where id = $1', [id])
  const notice = page.getByText('Someone else has deleted this article.')
  const copy = page.getByRole('button', { name: 'Save as New Article' })
  const sourceUrl = page.getByLabel('Source URL')
  const actions = page.getByRole('button', { name: /^(Update Article|Cancel)$/ })
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto(`/admin/articles?article=${id}`)
  // In narrow windows the settings are a sheet.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await sourceUrl.fill('https://tea.example')
  await page.keyboard.press('Escape')
  await expect(saved(page)).toBeAttached()
  for (const width of [375, 1280])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 700 })
      if (width === 1280) await sourceUrl.scrollIntoViewIfNeeded()
      await deleteArticle()
      await expect(notice).toBeInViewport({ ratio: 1 })
      // Nothing claims changes that nobody made.
      await expect(page.getByText('Its text is still here.')).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Status:' })).toContainText('Deleted')
      await expect(copy).toBeInViewport({ ratio: 1 })
      // A deleted article has no actions until it is restored.
      await expect(actions).toHaveCount(0)
      await expect(
        page.getByRole('region', { name: /^(Topics|Assignment)$/, includeHidden: true }),
      ).toHaveCount(0)
      await restoreArticle()
      await expect(notice).toBeHidden()
      await expect(actions.first()).toBeVisible()
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(page.getByRole('button', { name: 'Update Article' })).toBeInViewport()
      await deleteArticle()
      await expect(notice).toBeInViewport({ ratio: 1 })
      // The field that has the focus is not behind the notice.
      await page.getByLabel('Title').click()
      await expect
        .poll(async () => {
          const [field, covered] = await Promise.all(
            [page.getByLabel('Title'), notice].map((element) => element.boundingBox()),
          )
          return field && covered && field.y - covered.y - covered.height
        })
        .toBeGreaterThanOrEqual(0)
      if (width === 1280) return
      await page.locator(':focus').blur()
      await restoreArticle()
      await expect(notice).toBeHidden()
    })

  // Nothing that was typed is lost.
  await copy.click()
  await expect(notice).toBeHidden()
  await expect(page).not.toHaveURL(new RegExp(`article=${id}`))
  await expect(sourceUrl).toHaveValue('https://tea.example')
  await expect(page.getByLabel('Title')).toHaveText('Tea at four')
})
