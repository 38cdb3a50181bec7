import type { Page } from '@playwright/test'
import { ADMINISTRATOR, addAccount, signIn } from './fixtures/administrator.ts'
import { expectCaretIn, moveCaret } from './fixtures/caret.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { holdRequests } from './fixtures/hold-requests.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const saved = (page: Page) => page.getByText('Saved', { exact: true })

// Each test is a long journey through the editor.
test.slow()

test.beforeEach(({ site, page }) => signIn(site, page.request))

test('edits in a browser that crashes offline are sent when the admin area is opened again', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  const [id] = await site.publish([{ title: 'Slow news', content: '<p>It was raining.</p>' }])
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  const written = await context.newPage()
  await written.goto(`${site.url}/admin/articles?article=${id}`)
  await expect(content(written)).toHaveText('It was raining.')
  await page.goto('/admin/articles?article=new')
  await expect(content(page)).toBeVisible()
  await context.setOffline(true)
  await content(written).click()
  await written.keyboard.press('ControlOrMeta+End')
  await written.keyboard.type(' Hard.')
  await expect(written.getByText('Offline, saved on this device')).toBeVisible()
  await page.getByLabel('Title').fill('Never sent')
  await expect(page.getByText('Offline, saved on this device')).toBeVisible()
  // Neither page can react to being closed.
  await Promise.all([page.goto('about:blank'), written.close()])
  await context.setOffline(false)

  await page.goto('/admin')
  await expect.poll(() => site.sql('select title from drafts order by title')).toHaveLength(2)
  await expect(page.getByText('Draft recovered')).toBeVisible()
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page.getByLabel('Title')).toHaveText('Never sent')
  await page.getByRole('tab', { name: 'Article List' }).click()
  await page.getByRole('button', { name: 'Edit Slow news' }).click()
  await expect(content(page)).toHaveText('It was raining. Hard.')
  await expect(saved(page)).toBeVisible()
  expect(await site.sql("select fields->>'content' as content from drafts order by title")).toEqual([
    { content: '' },
    { content: '<p>It was raining. Hard.</p>' },
  ])
})

test('offline, an article that was open opens again with its text', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|console: RequestFailure/)
  const [id] = await site.publish([{ title: 'Slow news', content: '<p>It was raining.</p>' }])
  await page.goto('/admin/articles')
  await page.getByRole('button', { name: 'Edit Slow news' }).click()
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Hard.')
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.type(' All day.')
  await page.goBack()
  await page.getByRole('button', { name: 'Edit Slow news' }).click()
  await expect(content(page)).toHaveText('It was raining. Hard. All day.')
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' And night.')
  await context.setOffline(false)
  await expect
    .poll(() => site.sql("select fields->>'content' as content from drafts where id = $1", [id]))
    .toEqual([{ content: '<p>It was raining. Hard. All day. And night.</p>' }])
})

test('an open editor stays open when its article is first stored, and when its settings and topics are requested again', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 50[23]|console: RequestFailure/)
  const settings = Promise.withResolvers<void>()
  let requests = 0
  await page.route('**/_serverFn/getNewsroomSettings*', async (route) => {
    requests += 1
    if (requests === 1) return route.fulfill({ status: 502 })
    await settings.promise
    await route.continue()
  })
  await page.route('**/_serverFn/getArticleTopics*', (route) => route.fulfill({ status: 503 }))
  await page.goto('/admin/articles?article=new')
  await content(page).click()
  const opened = await content(page).elementHandle()
  await page.keyboard.type('It was')
  await expect.poll(() => requests).toBeGreaterThan(1)
  await page.keyboard.type(' raining.')
  settings.resolve()
  await expect(saved(page)).toBeVisible()
  await expectCaretIn(content(page))
  const topics = page.getByRole('region', { name: 'Topics' })
  await topics.getByRole('button', { name: 'Try Again' }).click()
  await expect(topics.getByRole('button', { name: 'Try Again' })).toBeVisible()
  expect(await opened?.evaluate((element) => element.isConnected)).toBe(true)
})

test('on a device that was offline for longer than steps are kept, one chooses which passages stay', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|console: RequestFailure/)
  const [id] = await site.publish([{ title: 'Slow news', content: '<p>It was raining.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await moveCaret(content(page), 'end')
  await page.keyboard.type(' Hard.')
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.type(' All day.')
  await page.getByLabel('Author').fill('Carl Young')
  await site.sql(`with next as (update drafts set version = version + 1 returning id, version)
    insert into draft_snapshots (draft_id, version, document)
    select id, next.version, jsonb_set(document, '{content,0,content,0,text}', '"Slow news day"')
    from next join draft_snapshots on draft_id = id`)
  await site.sql('delete from draft_steps')
  await context.setOffline(false)

  const notice = page.getByRole('alert').filter({ hasText: 'changes that could not be added' })
  await expect(notice).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveText('Slow news day')
  await expect(content(page)).toHaveText('It was raining.')
  await page.reload()
  await notice.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes on this device' })
  await expectAccessible(page)
  const group = (name: string) => dialog.getByRole('group', { name })
  await expect(group('Title')).toContainText('In the articleSlow news dayOn this deviceSlow news')
  await group('Content').getByRole('radio', { name: 'On this device' }).check()
  await group('Author').getByRole('radio', { name: 'On this device' }).check()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(notice).toHaveCount(0)
  await expect(content(page)).toHaveText('It was raining. Hard. All day.')
  await expect(page.getByLabel('Title')).toHaveText('Slow news day')
  await expect
    .poll(() => site.sql("select fields->>'content' as content, author from drafts where id = $1", [id]))
    .toEqual([{ content: '<p>It was raining. Hard. All day.</p>', author: 'Carl Young' }])
  await page.reload()
  await expect(content(page)).toHaveText('It was raining. Hard. All day.')
  await expect(notice).toHaveCount(0)
})

test('a person who is signed out while typing signs in again and goes on, and another account does not send these edits', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/status 401/)
  const [id] = await site.publish([{ title: 'Slow news', content: '<p>It was raining.</p>' }])
  await addAccount(site, { email: 'carl@example.org' })
  await page.goto(`/admin/articles?article=${id}`)
  const author = page.getByLabel('Author')
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  const signInAgain = async () => {
    await dialog.getByLabel(/^Password/).fill(ADMINISTRATOR.password)
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  // The dialog takes the focus, so it asks for the session once nobody is typing, and again after more keys.
  const askForSession = '**/api/auth/get-session'
  await expect(author).toBeVisible()
  const answerFirst = await holdRequests(page, askForSession)
  await context.clearCookies()
  await author.fill('')
  await Promise.all([page.waitForRequest(askForSession), author.pressSequentially('Ada ')])
  await expect(page.getByText('You have been signed out.')).toBeVisible()
  const answerSecond = await holdRequests(page, askForSession)
  const isAskedAgain = page.waitForRequest(askForSession)
  await author.pressSequentially('Young')
  await Promise.all([page.waitForResponse(askForSession), answerFirst()])
  await isAskedAgain
  await expect(dialog).toBeHidden()
  answerSecond()
  await signInAgain()
  await expect(author).toHaveValue('Ada Young')
  await expect(saved(page)).toBeVisible()

  await context.clearCookies()
  await page.getByLabel('Title').fill('Slow news day')
  await dialog.getByLabel('Email').fill('carl@example.org')
  await signInAgain()
  await expect(page.getByLabel('Title')).toHaveText('Slow news')
  await author.fill('Carl')
  await expect(saved(page)).toBeVisible()
  const edits = () =>
    site.sql(`select title, author, array(select distinct email from draft_steps join users on users.id = by
      where draft_id = drafts.id order by email) as by from drafts`)
  expect(await edits()).toMatchObject([{ title: 'Slow news', author: 'Carl' }])

  await context.clearCookies()
  await signIn(site, page.request)
  await page.goto('/admin')
  await expect
    .poll(edits)
    .toMatchObject([{ title: 'Slow news day', by: ['carl@example.org', ADMINISTRATOR.email] }])
})
