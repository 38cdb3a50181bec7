import type { Locator, Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible, expectAccessibleAtEachWidth } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const place = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Places' }).getByRole('listitem').filter({ hasText: name })
const candidate = (page: Page, title: string): Locator =>
  page
    .getByRole('list', { name: 'Articles', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Place ${title}`, exact: true }) })
const menuOf = (page: Page, name: string) =>
  place(page, name).getByRole('button', { name: new RegExp(`^${name}`) })
const publication = (page: Page) => page.getByRole('region', { name: 'Publication' })

async function choose(page: Page, name: string, action: string) {
  await menuOf(page, name).press('Enter')
  await page.getByRole('menuitem', { name: action }).press('Enter')
}

test.beforeEach(async ({ site, page }) => {
  await site.publish(stories(20))
  await signIn(site, page.request, { role: 'editor' })
})

test('an editor drags articles into places, previews, publishes and restores the front, and shows a breaking bar', async ({
  page,
  otherPage: reader,
}) => {
  await page.setViewportSize({ width: 1440, height: 1600 })
  await reader.goto('/')
  const lead = reader.getByRole('region', { name: 'Latest Headlines' }).getByRole('heading', { level: 3 })
  await expect(lead).toHaveText('Story 1')
  await page.goto('/admin/front')
  await expect(place(page, 'Main story')).toContainText('Story 1')
  await expect(publication(page)).toContainText('Automatic')

  await test.step('from the list of articles', async () => {
    await candidate(page, 'Story 9').dragTo(place(page, 'Main story'))
    await expect(place(page, 'Main story')).toContainText('Story 9')
    await expect(place(page, 'Main story')).toContainText('Pinned')
    await expect(place(page, 'Featured 1')).toContainText('Story 1')
    await expect(candidate(page, 'Story 9')).toContainText('Pinned at Main story')
  })
  await test.step('from one place to another', async () => {
    await place(page, 'Featured 3').dragTo(place(page, 'Featured 1'))
    await expect(place(page, 'Featured 1')).toContainText('Story 3')
    await expect(place(page, 'Featured 2')).toContainText('Story 1')
  })
  await test.step('above a pin, which moves down', async () => {
    await candidate(page, 'Story 12').dragTo(place(page, 'Featured 1'), { targetPosition: { x: 80, y: 5 } })
    await expect(place(page, 'Featured 1')).toContainText('Story 12')
    await expect(place(page, 'Featured 2')).toContainText('Story 3')
  })
  await expect(publication(page)).toContainText('Unpublished changes')
  await expect(lead).toHaveText('Story 1')

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog')
  const framed = preview.frameLocator('iframe').getByRole('region', { name: 'Featured Stories' })
  for (const [name, columns] of [
    ['Phone', 1],
    ['Tablet', 2],
    ['Desktop', 4],
  ] as const) {
    await preview.getByRole('button', { name }).click()
    const lefts = () =>
      framed.getByRole('article').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().x))
    await expect.poll(async () => new Set(await lefts()).size, name).toBe(columns)
    await expect(framed.getByRole('heading', { level: 3 })).toHaveText([
      'Story 12',
      'Story 3',
      'Story 1',
      'Story 2',
    ])
  }
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await publication(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publication(page)).toContainText('Published')
  await expect(lead).toHaveText('Story 9')
  await expect(
    reader.getByRole('region', { name: 'Featured Stories' }).getByRole('heading', { level: 3 }),
  ).toHaveText(['Story 12', 'Story 3', 'Story 1', 'Story 2'])

  await choose(page, 'Featured 2', 'Make automatic')
  await expect(publication(page)).toContainText('Unpublished changes')
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: /^View / }).click()
  await expect(
    page.frameLocator('iframe[title^="Home page on"]').getByRole('heading', { level: 3 }).nth(2),
  ).toHaveText('Story 3')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Restore / }).click()
  await expect(page.getByText('Front restored as the draft')).toBeVisible()
  await expect(place(page, 'Featured 2')).toContainText('Story 3')
  await expect(publication(page)).toContainText('Published')

  await page.getByRole('button', { name: 'Breaking Bar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Text').fill('Result expected within the hour')
  await dialog.getByLabel('Link').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Show Breaking Bar' }).click()
  await expect(dialog.getByText('Enter a path such as /sport')).toBeVisible()
  await dialog.getByLabel('Link').fill('/politics')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Show Breaking Bar' }).click()
  await expect(dialog.getByText('Shown now')).toBeVisible()
  await dialog.getByRole('button', { name: 'End Now' }).click()
  await expect(dialog.getByText('Shown now')).toBeHidden()
})

test('everything works with the keyboard, two editors see each other and their moves, and a move can be undone', async ({
  site,
  page,
  otherPage: colleague,
}) => {
  await signIn(site, colleague.request, { role: 'editor', email: 'ben@example.org' })
  await colleague.goto('/admin/front')
  await page.goto('/admin/front')
  for (const screen of [page, colleague])
    await expect(screen.getByRole('list', { name: 'People here' })).toHaveText(/is editing/)
  await expectAccessibleAtEachWidth(page)

  await test.step('an article is picked up, put down with Escape, and put in a place', async () => {
    await candidate(page, 'Story 7').getByRole('button').press('Enter')
    await expect(page.getByRole('button', { name: 'Pin at Main story with Story 7' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(candidate(page, 'Story 7').getByRole('button')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(place(page, 'Main story')).toContainText('Story 7')
    await expect(menuOf(page, 'Main story')).toBeFocused()
    await expect(
      page.getByRole('status').filter({ hasText: '“Story 7” pinned at Main story' }),
    ).toBeAttached()
    await expect(place(colleague, 'Main story')).toContainText('Story 7')
  })
  await test.step('a pin gets an end, and moves down', async () => {
    await choose(page, 'Main story', 'Change end…')
    await page.getByRole('radio', { name: 'Until a time' }).check()
    await page.getByRole('dialog').getByLabel('Pinned until').fill('2099-07-01T09:00')
    await page.keyboard.press('Enter')
    await expect(place(page, 'Main story')).toContainText('Pinned until 1 July 2099 at 09:00')
    await choose(page, 'Main story', 'Move down')
    await expect(place(page, 'Featured 1')).toContainText('Pinned until 1 July 2099 at 09:00')
    await expect(place(colleague, 'Featured 1')).toContainText('Story 7')
  })
  await test.step('an article gets a headline for the front', async () => {
    await choose(page, 'Featured 1', 'Headline and image…')
    await page.getByRole('dialog').getByLabel('Headline').fill('Seven for the front')
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    await expect(place(colleague, 'Featured 1')).toContainText('Seven for the front')
  })
  await test.step('an article is hidden by the colleague, whose move the editor undoes', async () => {
    await choose(colleague, 'Main story', 'Hide from this page')
    await expect(place(page, 'Main story')).toContainText('Story 2')
    await publication(page).getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(place(colleague, 'Main story')).toContainText('Story 1')
  })
  await test.step('a list of one’s own gets an article, and the front is scheduled', async () => {
    await page.getByRole('tab', { name: 'Containers' }).press('Enter')
    await page.getByRole('button', { name: 'Add Container' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Kind').selectOption('List')
    await page.getByRole('dialog').getByLabel('Title').fill('Long reads')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    const list = page.getByRole('list', { name: 'Places of Long reads' })
    await list.getByRole('button', { name: 'Long reads: Lead: Empty' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Choose article…' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Search published articles').fill('Story 19')
    await page.getByRole('button', { name: 'Choose Story 19', exact: true }).press('Enter')
    // Until the screen shows the change, its version is outdated.
    for (const screen of [page, colleague])
      await expect(place(screen, 'Long reads: Lead')).toContainText('Story 19')
    await publication(page).getByRole('button', { name: 'Schedule' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Publish at').fill('2099-07-01T06:00')
    await page.keyboard.press('Enter')
    await expect(publication(colleague)).toContainText('Scheduled for 1 July 2099 at 06:00 (London time)')
  })
})
