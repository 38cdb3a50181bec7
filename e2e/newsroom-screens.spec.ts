import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { addAccount, signIn } from './fixtures/administrator.ts'
import { expectCaretIn, moveCaret } from './fixtures/caret.ts'
import { chooseAction } from './fixtures/choose-action.ts'
import { expectAccessible, expectAccessibleAtEachWidth } from './fixtures/expect-accessible.ts'
import { fetchNews } from './fixtures/fetch-news.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from users')
  await signIn(site, page.request)
})

test('rows have an excerpt and name each person once, and the reading pane decides about an article', async ({
  site,
  page,
}) => {
  await addAccount(site, { email: 'cem@example.org', role: 'author' })
  await site.sql("update users set full_name = 'Cem Oz' where email = 'cem@example.org'")
  const text = 'Rates rose by a quarter of a point.'
  for (const [title, content, submitted] of [
    ['Rates rise', `<p>${text}</p>`, true],
    ['Strike ends', '<p>Trains run again.</p>', false],
  ] as const)
    await site.sql(
      `with draft as (
         insert into drafts (id, fields, last_revision, owner_id, assignee_id, listed_at)
         select gen_random_uuid(), $1::jsonb, 1, id, case when $2 then null else id end, now() from users where email = 'cem@example.org' returning id, fields
       ), revision as (
         insert into revisions (article_id, number, kind, fields) select id, 1, 'submit', fields from draft where $2
       )
       insert into reviews (id, article_id, revision, kind) select gen_random_uuid(), id, 1, 'submit' from draft where $2`,
      [JSON.stringify({ ...EMPTY_ARTICLE, title, content }), submitted],
    )
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.goto('/admin/articles')
  const row = (title: string) => page.locator('li[data-row]').filter({ hasText: title })
  await expect(row('Rates rise')).toContainText(text)
  await expect(row('Rates rise')).toContainText('Owner: Cem Oz')
  await expect(row('Strike ends')).toContainText('Assigned to Cem Oz')
  await expect(row('Strike ends')).not.toContainText('Owner')

  await page.keyboard.press('v')
  const pane = page.getByRole('region', { name: 'Reading pane' })
  await row('Rates rise').getByRole('button', { name: 'Rates rise', exact: true }).click()
  await expect(pane.getByTitle('Preview of the article').contentFrame().getByText(text)).toBeVisible()
  await expect(row('Rates rise')).toHaveAttribute('aria-current', 'true')
  await expect(pane).toContainText('Submitted for review')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Request changes' })
  await expect(dialog.getByLabel('Note')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row('Rates rise').getByRole('button', { name: 'Rates rise', exact: true })).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText('Article approved')).toBeVisible()
  await expect(row('Rates rise')).toContainText('Approved')
  await page.getByRole('button', { name: 'Close Reading Pane' }).click()
  await expect(pane).toHaveCount(0)
})

test('the panels and dialogs of the editor are accessible, take the focus and return it', async ({
  site,
  page,
  browser,
}) => {
  const [id = ''] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first, then tea.</p>' }])
  const fields = { ...EMPTY_ARTICLE, title: 'Tea at four', content: '<p>Milk first, then tea.</p>' }
  await site.sql(
    `with draft as (
       insert into drafts (id, fields, last_revision) values ($1, $2::jsonb, 1) returning id
     ), revision as (
       insert into revisions (article_id, number, kind, fields, by, note)
       select draft.id, 1, 'publish', $2::jsonb, users.id, 'For the lawyers' from draft, users
     )
     insert into publications (id, article_id, kind, revision, state, planned_at, finished_at, by, reason)
     select gen_random_uuid(), draft.id, kind, revision, state, now() + interval '1 day', finished, users.id, reason
     from draft, users, (values ('publish', 1, 'done', now(), ''), ('withdraw', null, 'scheduled', null, 'Out of date')) as planned (kind, revision, state, finished, reason)`,
    [id, JSON.stringify(fields)],
  )
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.goto(`/admin/articles?article=${id}`)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').filter({ hasText: 'Published' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Withdraw at' }).getByLabel('Public reason')).toHaveValue(
    'Out of date',
  )
  await expectAccessibleAtEachWidth(page)

  const open = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  await chooseAction(page, 'Revisions')
  await dialog.getByRole('button', { name: /^1\. / }).click()
  await dialog.getByRole('button', { name: 'Name Revision' }).click()
  await expect(dialog.getByLabel('Revision name')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(open('More actions')).toBeFocused()

  await open('Share…').click()
  await expect(dialog.getByRole('button', { name: 'Create Link' })).toBeFocused()
  await page.keyboard.press('Enter')
  const link = dialog.getByLabel('Preview link')
  await expect(link).toHaveValue(/\/preview\//)
  await expectAccessible(page)
  const address = await link.inputValue()
  await page.keyboard.press('Escape')
  await expect(open('Share…')).toBeFocused()

  const content = page.getByRole('textbox', { name: 'Content', exact: true })
  await moveCaret(content, 'end')
  await page.keyboard.press('ControlOrMeta+h')
  await expect(dialog.getByLabel('Find in the text')).toBeFocused()
  await page.keyboard.type('milk')
  await expect(dialog.getByRole('status')).toHaveText('1 of 1')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectCaretIn(content)

  await open('Full Width').click()
  const frame = dialog.getByTitle('Preview of the article')
  await expect(frame.contentFrame().getByRole('heading', { level: 1 })).toHaveText('Tea at four')
  const width = async () => (await frame.boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThan(1_200)
  await dialog.getByRole('button', { name: 'Phone' }).click()
  await expect.poll(width).toBeLessThan(380)
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 820 })
  await expect(dialog.getByRole('button', { name: 'Phone' })).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.keyboard.press('Escape')
  await expect(open('Full Width')).toBeFocused()

  const stranger = await browser.newPage({ viewport: { width: 375, height: 820 } })
  await stranger.goto(new URL(address).href)
  await expect(stranger.getByRole('note')).toContainText('Preview for')
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Tea at four')
  await expectAccessible(stranger)
  await stranger.goto(`${site.url}/preview/unknown`)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This preview is not available')
  await expectAccessible(stranger)
  await stranger.close()
})

test('the editor says that the source has deleted an article, and offers to withdraw it', async ({
  site,
  page,
  externalServer,
}) => {
  const ID = 'urn:story:1'
  const serve = (entry: string) =>
    externalServer.serve(
      '/deleting.atom',
      'application/atom+xml',
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0"><title>Courier</title><id>urn:feed</id>${entry}</feed>`,
    )
  serve(`<entry><title>Strike ends</title><id>${ID}</id><link href="https://courier.example/1"/>
    <updated>2020-11-20T09:00:00Z</updated><content>Trains run again.</content></entry>`)
  await site.addFeed(`${externalServer.origin}/deleting.atom`, 'News')
  expect(await fetchNews(site.url)).toMatchObject({ created: 1 })
  await site.sql(`update feeds set new_articles = 'hold', next_check_at = now()`)
  const [{ id } = { id: '' }] = await site.sql<{ id: string }>('select id from articles')
  await page.goto(`/admin/articles?article=${id}`)
  await expect(page.getByLabel('Title')).toHaveText('Strike ends')
  const notice = page.getByRole('status').filter({ hasText: 'The source has deleted this article' })
  await expect(notice).toHaveCount(0)

  serve(`<at:deleted-entry ref="${ID}" when="2020-11-21T09:30:00Z"/>`)
  await fetchNews(site.url)
  await expect(notice).toContainText('on 21 November 2020 at 09:30')
  await expectAccessible(page)
  const withdraw = notice.getByRole('button', { name: 'Withdraw' })
  await withdraw.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Public reason')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(withdraw).toBeFocused()
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Notice dismissed', { exact: true })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await site.sql('update feeds set next_check_at = now()')
  await fetchNews(site.url)
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveText('Strike ends')
  await expect(notice).toHaveCount(0)
})
