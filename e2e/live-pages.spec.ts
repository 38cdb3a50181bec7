import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expectWithinASecond } from './fixtures/expect-within-a-second.ts'
import { expect, test } from './fixtures/test.ts'

const headlines = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const region = (page: Page) => page.locator('[aria-live=polite]:not(section)')

const ADD = "insert into articles (title, category) values ($1, 'Sport')"
const RENAME = "update site_settings set setting_value = $1 where setting_name = 'site_name'"

/** Scrolls to the last story. @returns its position in the window */
async function scrollToLastStory(page: Page) {
  const last = headlines(page).filter({ visible: true }).last()
  const name = await last.textContent()
  await last.scrollIntoViewIfNeeded()
  await page.waitForFunction(() => scrollY > 100)
  const top = () =>
    page.evaluate((name) => {
      const found = [...document.querySelectorAll('main article')].find((one) =>
        one.textContent?.includes(name),
      )
      return found?.getBoundingClientRect().top
    }, name ?? '')
  return { top, before: await top() }
}

/** Observes the page's header. @returns the time at which it contained a text, in epoch milliseconds */
async function watchHeader(page: Page): Promise<(text: string) => Promise<number>> {
  const moments = await page.getByRole('banner').evaluateHandle((header) => {
    const moments: { text: string; at: number }[] = []
    new MutationObserver(() => moments.push({ text: header.textContent ?? '', at: Date.now() })).observe(
      header,
      {
        childList: true,
        subtree: true,
        characterData: true,
      },
    )
    return moments
  })
  return async (wanted) => {
    const find = () =>
      moments.evaluate((all, wanted) => all.find(({ text }) => text.includes(wanted))?.at, wanted)
    await expect.poll(find).toBeDefined()
    return (await find()) ?? Number.NaN
  }
}

/** Records the announcements of the polite live region. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await region(page).evaluate((element) => {
    const announcements: string[] = []
    Object.assign(window, { announcements })
    new MutationObserver((changes) => {
      for (const { type, addedNodes, target } of changes)
        for (const { textContent } of type === 'characterData' ? [target] : addedNodes)
          announcements.push(textContent ?? '')
    }).observe(element, { childList: true, subtree: true, characterData: true })
  })
  return () =>
    page.evaluate(() => (window as unknown as { announcements: string[] }).announcements.filter(Boolean))
}

test('an external commit appears on the open pages and the next pages of two servers in less than a second', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/(net::ERR_CONNECTION_RE(FUSED|SET)|net::ERR_INCOMPLETE_CHUNKED_ENCODING): \/api\/live/)
  // The test starts two servers.
  test.slow()
  const [id] = await site.publish(stories(2, { category: 'Sport' }))
  const other = await site.startAnother()
  const elsewhere = await context.newPage()
  await page.goto('/')
  await elsewhere.goto(`${other.url}/sport`)
  const headers = await Promise.all([page, elsewhere].map(watchHeader))
  const times: number[] = []
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    const sent = Date.now()
    await site.sql(RENAME, [name])
    const shown = await Promise.all(headers.map((momentOf) => momentOf(name)))
    times.push(Math.max(...shown) - sent)
  }
  // The first change also loads the update script, and a busy machine delays single changes.
  const typical = times.toSorted((one, two) => one - two)[2]
  expect(typical, times.join(', ')).toBeLessThan(1_000)
  const urls = [site.url, other.url].flatMap((origin) => [
    origin,
    `${origin}/sport`,
    `${origin}/article/${id}`,
  ])
  const read = async (url: string) => (await fetch(url)).text()
  for (const url of urls) expect(await read(url)).toContain('Story 1')
  await site.sql("update articles set title = 'Everywhere' where title = 'Story 1'")
  await expectWithinASecond(async () => {
    for (const html of await Promise.all(urls.map(read))) expect(html).toContain('Everywhere')
  })

  await test.step('a page of a server that restarts connects again, and has not missed a change', async () => {
    await other[Symbol.asyncDispose]()
    await site.sql(RENAME, ['Restarted'])
    await using _ = await site.startAnother({ PORT: new URL(other.url).port })
    await expect(elsewhere.getByRole('banner')).toContainText('Restarted')
    // Otherwise it would reconnect to a server that is shutting down.
    await elsewhere.close()
  })
})

test('new stories appear at the top of the page, else behind an accessible button, which scrolls to them, and other changes apply in place', async ({
  site,
  page,
}) => {
  await site.publish(stories(14))
  await page.goto('/')
  await expect(region(page)).toHaveText('')
  await site.sql(ADD, ['First in'])
  await expect(headlines(page).first()).toHaveText('First in')
  await expect(region(page)).toHaveText('1 new article')
  await expect(page.getByRole('button', { name: /new article/ })).toHaveCount(0)

  const announcements = await recordAnnouncements(page)
  const { top, before } = await scrollToLastStory(page)
  await site.sql(RENAME, ['The Renamed'])
  await expect(page.getByRole('banner')).toContainText('The Renamed')
  await expect(page).toHaveTitle(/The Renamed/)
  expect(await top()).toBe(before)

  // A pause between the changes would be long enough for an announcement.
  const stored = Promise.withResolvers<void>()
  await page.route('**/_serverFn/**', async (route) => {
    await stored.promise
    await route.continue()
  })
  for (const title of ['Just in', 'And another']) await site.sql(ADD, [title])
  await expect.poll(async () => (await fetch(`${site.url}/sport`)).text()).toContain('And another')
  stored.resolve()
  await expect(button(page, '2 new articles')).toBeVisible()
  await expectAccessible(page)
  await expect(region(page)).toHaveText('2 new articles')
  expect(await announcements()).toEqual(['2 new articles'])
  expect(await top()).toBe(before)
  await expect(page.getByText('Just in')).toHaveCount(0)

  await site.sql("update articles set title = 'Put right' where title = 'Story 3'")
  await expect(headlines(page).filter({ hasText: 'Put right' })).toHaveCount(1)
  await expect(headlines(page).filter({ hasText: 'Just in' })).toHaveCount(0)
  expect(await top()).toBe(before)

  await button(page, '2 new articles').click()
  await expect(headlines(page).first()).toHaveText('And another')
  await expect(headlines(page).first().getByRole('link')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('button', { name: /new article/ })).toHaveCount(0)

  await test.step('with the focus in the list or selected text, they wait too', async () => {
    const before = await headlines(page).first().boundingBox()
    await site.sql(ADD, ['At last'])
    await expect(button(page, '1 new article')).toBeVisible()
    expect(await headlines(page).first().boundingBox()).toEqual(before)
    await button(page, '1 new article').click()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await headlines(page)
      .first()
      .evaluate((heading) => getSelection()?.selectAllChildren(heading))
    await site.sql(ADD, ['Not yet'])
    await expect(button(page, '1 new article')).toBeVisible()
    await expect(headlines(page).first()).toHaveText('At last')
  })
})

test('breaking news and deletions wait as an update of the front page', async ({ site, page }) => {
  await site.publish(stories(15))
  await page.goto('/')
  const { top, before } = await scrollToLastStory(page)
  await site.sql("update articles set is_breaking = true where title = 'Story 4'")
  await expect(button(page, 'The home page was updated')).toBeVisible()
  // A page at the top would show the deletion immediately.
  const updated = page.waitForResponse((response) => response.url().includes('/_serverFn/getReaderFront-'))
  await site.sql("delete from articles where title = 'Story 5'")
  await (await updated).finished()
  await site.sql(RENAME, ['Renamed'])
  await expect(page.getByRole('banner')).toContainText('Renamed')
  expect(await top()).toBe(before)
  await expect(headlines(page).filter({ hasText: 'Story 5' })).toHaveCount(1)
  // Inserting the ticker would shift everything below it.
  const ticker = page.getByRole('region', { name: /breaking/i })
  await expect(ticker).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(ticker).toBeVisible()
  await button(page, 'The home page was updated').click()
  await expect(headlines(page).first()).toHaveText('Story 4')
  await expect(headlines(page).filter({ hasText: 'Story 5' })).toHaveCount(0)
})

test('changes in other categories cause no requests', async ({ site, page }) => {
  await site.publish(stories(3, { category: 'TV' }))
  await page.goto('/tv')
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/_serverFn/')) requests += 1
  })
  await site.sql(ADD, ['Just in'])
  await site.sql("update articles set title = 'Put right' where title = 'Story 1'")
  await expect(headlines(page).first()).toHaveText('Put right')
  // The list and the front of this category.
  expect(requests).toBe(2)
})

test('an open article updates, with its title and related articles, and stays open with a notice when it is deleted', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 404: \/_serverFn/)
  const [id] = await site.publish(stories(2, { category: 'Sport' }))
  await page.goto(`/article/${id}`)
  await site.sql("update articles set title = 'Put right' where title = 'Story 1'")
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put right')
  await expect(page).toHaveTitle(/Put right/)
  await site.sql(ADD, ['Also of sport'])
  const related = page.getByRole('region', { name: 'Related Articles' })
  await expect(related.getByRole('heading', { level: 3 })).toHaveText(['Also of sport', 'Story 2'])

  await site.sql('delete from articles where id = $1', [id])
  await expect(page.getByText('This article has been removed')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put right')
  await page.getByRole('link', { name: 'Story 2' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story 2')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article not found')
})

test('navigation always shows the newest stories, and so does going back', async ({ site, page }) => {
  await site.publish(stories(15, { category: 'Sport' }))
  await page.goto('/sport')
  const navigation = page.getByRole('navigation', { name: 'Categories' })
  await page.getByRole('banner').getByRole('link', { name: 'Masthead' }).click()
  await expect(page.getByRole('region', { name: 'Latest Headlines' })).toBeVisible()
  await scrollToLastStory(page)
  await site.sql(ADD, ['Just in'])
  await expect(button(page, '1 new article')).toBeVisible()
  await navigation.getByRole('link', { name: 'Sport' }).click()
  await expect(headlines(page).first()).toHaveText('Just in')
  await expect(button(page, '1 new article')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Latest Headlines' })).toContainText('Just in')
})
