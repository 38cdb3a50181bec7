import type { Locator, Page } from '@playwright/test'
import german from '../src/features/language/catalogues/de.json' with { type: 'json' }
import { signIn } from './fixtures/administrator.ts'
import type { ArticleRow } from './fixtures/article-row.ts'
import { expectWithinASecond } from './fixtures/expect-within-a-second.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const GERMAN = { locale: 'de-DE', time_zone: 'Europe/Berlin' }
const ARABIC = { locale: 'ar-EG', time_zone: 'Africa/Cairo', week_start: 'saturday' }

const articles = (title: string, summary: string, author: string): ArticleRow[] =>
  Array.from({ length: 18 }, (_, index) => ({
    title: `${title} ${index + 1}`,
    summary,
    content: `<p>${summary}</p>`.repeat(30),
    category: 'Politics',
    author,
    is_breaking: index < 2,
    published_at: new Date(Date.now() - (index + 1) * 7 * 60_000).toISOString(),
  }))

/** Stores settings that a new newspaper does not have, and waits until the server serves them. */
async function moveTo(site: Site, settings: Record<string, string>): Promise<void> {
  await site.sql(
    `insert into site_settings (setting_name, setting_value) select * from jsonb_each_text($1)
     on conflict (setting_name) do update set setting_value = excluded.setting_value`,
    [JSON.stringify(settings)],
  )
  await site.set({})
}

/** Names that a newspaper chooses itself, and words that are the same in other languages. */
const NAMES = /Masthead|News|Politics|Sport|Showbiz|TV|Health|Technology|Science|Money|Travel|RSS|JavaScript/g

/**
 * Returns the texts of the page, also of closed menus, and those of its attributes.
 *
 * @param html instead of the page
 */
function listTexts(page: Page, html?: string): Promise<string[]> {
  return page.evaluate((html) => {
    const { body } = html === undefined ? document : new DOMParser().parseFromString(html, 'text/html')
    const texts: string[] = []
    const nodes = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode())
      if (!nodes.currentNode.parentElement?.closest('script, style, noscript'))
        texts.push(nodes.currentNode.textContent ?? '')
    for (const element of body.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        texts.push(element.getAttribute(name) ?? '')
    // Printed articles end with their address.
    return texts.map((text) => text.trim()).filter((text) => text && !text.startsWith('http'))
  }, html)
}

/** Expects no Latin letters except for names. */
async function expectArabic(page: Page): Promise<void> {
  const foreign = (await listTexts(page)).filter((text) => /[a-z]{2}/i.test(text.replaceAll(NAMES, '')))
  expect(foreign, page.url()).toEqual([])
}

/** Opens each kind of page, with the menu of phones. */
async function readPaper(page: Page, id: string | undefined): Promise<void> {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/')
  await expectArabic(page)
  await page.locator('header button[aria-haspopup=dialog]').click()
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
  await expectArabic(page)
  for (const path of [`/article/${id}`, '/politics', '/bookmarks', '/following', '/corrections']) {
    await page.goto(path)
    await expectArabic(page)
  }
  await page.goto('/search?q=2026&from=2026-02-02&to=2026-01-01')
  await page.locator('summary').click()
  await expectArabic(page)
}

test('a newspaper in German is German for readers and English in the admin area, from the server and in the browser', async ({
  site,
  page,
}) => {
  await moveTo(site, GERMAN)
  const [id] = await site.publish(
    articles('Rathaus wird saniert', 'Der Stadtrat hat zugestimmt.', 'Anna Weber'),
  )
  await page.goto(`/article/${id}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
  await expect(page.locator('html')).not.toHaveAttribute('dir')
  await expect(page.getByText('Von Anna Weber')).toBeVisible()
  await expect(page.getByText(/^\d+\. \p{L}+ \d{4} um \d\d:\d\d Uhr/u)).toBeVisible()
  await page.getByRole('button', { name: 'Merken' }).click()
  await expect(page.getByText('Zu Ihrer Leseliste hinzugefügt')).toBeVisible()
  await signIn(site, page.request)
  const translations = new Set(
    Object.entries(german).flatMap(([english, text]) =>
      typeof text === 'string' && text !== english ? [text] : [],
    ),
  )
  const germanOf = (texts: string[]) => texts.filter((text) => translations.has(text))
  for (const path of ['/admin/articles', '/admin/newsletter']) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
    await expect(page.getByRole('link', { name: 'Topics' })).toBeVisible()
    expect(germanOf(await listTexts(page)), path).toEqual([])
    const html = await (await page.request.get(path)).text()
    const fromServer = await listTexts(page, html)
    expect(fromServer).toContain('Topics')
    expect(germanOf(fromServer), path).toEqual([])
  }
})

/** Returns how many pixels of a hamza above a letter the clamped headline cuts off, or less than 0. */
function cutOff(headline: Locator): Promise<number> {
  return headline.evaluate((element) => {
    const { font, lineHeight, paddingTop } = getComputedStyle(element)
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('No canvas')
    context.font = font
    const { fontBoundingBoxAscent, fontBoundingBoxDescent, actualBoundingBoxAscent } =
      context.measureText('أ')
    const above = (Number.parseFloat(lineHeight) - fontBoundingBoxAscent - fontBoundingBoxDescent) / 2
    return actualBoundingBoxAscent - fontBoundingBoxAscent - above - Number.parseFloat(paddingTop)
  })
}

test('a newspaper in Arabic from Cairo is written from right to left, with its digits, and shows no English to readers', async ({
  site,
  page,
}) => {
  await moveTo(site, ARABIC)
  const [id] = await site.publish(
    articles('المجلس يوافق على ترميم المكتبة', 'صوّت الأعضاء بالإجماع مساء أمس.', 'سلمى حسن'),
  )
  await readPaper(page, id)
  await page.goto('/')
  for (const headline of await page.locator('.headline[class*="line-clamp"]').all())
    expect(await cutOff(headline)).toBeLessThanOrEqual(0)
  await expect(page.locator('.category-line')).toHaveCSS('mask-image', /^linear-gradient\(to right/)
  await page.goto(`/article/${id}`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByText('بقلم سلمى حسن')).toBeVisible()
  await expect(page.getByText(/[٠-٩]+ \p{L}+ [٠-٩]{4}، الساعة/u)).toBeVisible()
  const { x, width } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? { x: 0, width: 0 }
  expect(375 - (x + width)).toBeLessThan(20)
  await page.goto('/search')
  const box = page.getByRole('searchbox')
  await expect(box).toHaveCSS('direction', 'rtl')
  await box.fill('Cairo')
  await expect(box).toHaveCSS('direction', 'ltr')
})

test('changes of the language, a phrase and the time zone reach an open page within a second', async ({
  site,
  page,
}) => {
  await site.publish(articles('Rathaus wird saniert', 'Der Stadtrat hat zugestimmt.', 'Anna Weber'))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Latest Headlines' })).toBeVisible()
  await moveTo(site, GERMAN)
  await expectWithinASecond(async () => {
    await expect(page.getByRole('heading', { name: 'Neueste Schlagzeilen' })).toBeVisible({ timeout: 1 })
  })
  await site.sql(
    `insert into phrases (language, english, forms) values ('de', 'Latest Headlines', '{"other":"Das Neueste"}')`,
  )
  await expectWithinASecond(async () => {
    await expect(page.getByRole('heading', { name: 'Das Neueste' })).toBeVisible({ timeout: 1 })
  })
  await moveTo(site, { time_zone: 'America/New_York' })
  await expectWithinASecond(async () => {
    await expect(page.locator('html')).toHaveAttribute('data-place', /America\/New_York/, { timeout: 1 })
  })
  await moveTo(site, { locale: 'en-GB', time_zone: 'Europe/London' })
  await expect(page.getByRole('heading', { name: 'Latest Headlines' })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-phrases')
})
