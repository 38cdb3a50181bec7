import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { fetchNews } from './fixtures/fetch-news.ts'
import { postponeRefresh } from './fixtures/postpone-refresh.ts'
import { expect, test } from './fixtures/test.ts'

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** A feed check starts a worker thread, which can be slow on a busy machine. */
const FEED_CHECK = { timeout: 20_000 }

const rss = (title: string, stories: string[], image = '') =>
  `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>${title}</title>${stories
    .map(
      (story, place) =>
        `<item><title>${story}</title><link>https://courier.example/${encodeURIComponent(story)}</link>` +
        `<description>About it.</description><category>Football</category>` +
        `<pubDate>Fri, 20 Nov 2026 1${place}:00:00 GMT</pubDate>${image}</item>`,
    )
    .join('')}</channel></rss>`

test.slow()
test.beforeEach(({ site, page }) => signIn(site, page.request))

test('a feed is discovered by its site URL, tested, added and refreshed, and its articles appear', async ({
  site,
  page,
  externalServer,
  context,
}) => {
  const image = `<media:content url="${externalServer.origin}/image/1.jpg" medium="image"/>`
  externalServer.serve(
    '/site',
    'text/html',
    '<html><head><meta property="og:site_name" content="The Courier of Bath"><link rel="alternate" type="application/rss+xml" title="Courier: Sport" href="/sport.xml"></head></html>',
  )
  externalServer.serve(
    '/sport.xml',
    'text/xml',
    rss('The Courier – Sport', ['A cup is won', 'A race is run'], image).replace(
      '<item>',
      `<link>${externalServer.origin}/site</link><item>`,
    ),
  )
  const reader = await context.newPage()
  await reader.goto('/sport')
  // Otherwise the reader's page may fetch the new feed first.
  await postponeRefresh(reader)

  await page.goto('/admin/feeds')
  await expect(page.getByRole('heading', { name: 'No feeds yet' })).toBeVisible()
  await button(page, 'Add Feed').first().click()
  const dialog = page.getByRole('dialog', { name: 'Add feed' })
  const address = dialog.getByRole('textbox', { name: 'Address' })
  // With the keyboard only.
  await address.press('Enter')
  await expect(address).toHaveAccessibleDescription(/Please enter the address/)
  await address.fill(`${externalServer.origin}/site`)
  await address.press('Enter')
  await button(page, 'Test Feed: Courier: Sport').press('Enter')
  const found = dialog.getByRole('region', { name: 'Preview' })
  await expect(found).toContainText('The Courier – Sport: 2 articles', FEED_CHECK)
  await expect(found).toContainText('Publisher: The Courier of Bath')
  await expect(found).toContainText('Text: summaries only')
  await expect(found.getByRole('listitem')).toContainText([/A race is run/, /A cup is won/])
  await expect(found.getByRole('listitem').first()).toContainText('20 November 2026 at 11:00')
  await expect(found.locator('img').first()).toHaveJSProperty('naturalWidth', 160)
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('The Courier – Sport')
  await expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveValue('Sport')
  const fullText = page.getByRole('checkbox', { name: /Fetch the article’s text/ })
  await expect(fullText).not.toBeChecked()
  expect(await site.sql('select from feeds')).toHaveLength(0)
  await expectAccessible(page)
  await button(page, 'Add Feed').last().click()
  await expect(toast(page, 'Feed added')).toBeVisible()
  // A new feed is fetched immediately.
  const report = page.getByRole('status').filter({ hasText: 'The Courier – Sport refreshed' })
  await expect(report).toContainText(
    '2 new articles, 0 updated, 0 feeds unchanged, 0 feeds failed',
    FEED_CHECK,
  )
  await expect(row(page, 'The Courier – Sport')).toContainText(
    /Healthy.*Last success\s*now.*in 5\d minutes.*2/,
  )
  const card = reader.getByRole('article').filter({ hasText: 'A race is run' })
  await expect(card).toContainText('The Courier of Bath')
  await button(page, 'Edit The Courier – Sport').click()
  const publisher = page.getByRole('textbox', { name: 'Publisher' })
  await expect(publisher).toHaveAttribute('placeholder', 'The Courier of Bath')
  await publisher.fill('صحيفة باث')
  await fullText.check()
  // The items of a held feed wait until somebody publishes or rejects them.
  await page.getByRole('combobox', { name: 'New articles' }).selectOption('Hold for review')
  await button(page, 'Save Feed').click()
  await expect(row(page, 'The Courier – Sport')).toContainText('Publisher: صحيفة باث')
  await expect(row(page, 'The Courier – Sport')).toContainText('Full text')
  await expect(row(page, 'The Courier – Sport')).toContainText('Held for review')
  await expect(card).toContainText('صحيفة باث')
  const later = rss('The Courier – Sport', ['A goal is scored', 'A match is lost'])
  externalServer.serve('/sport.xml', 'text/xml', later)
  await button(page, 'Refresh The Courier – Sport now').click()
  await expect(report).toContainText('0 new articles, 0 updated, 2 held for review', FEED_CHECK)
  await page.goto('/admin/articles?status=in-review&source=feed')
  const list = page.getByRole('region', { name: /^Articles \(/ }).getByRole('listitem')
  await expect(list).toContainText([/From The Courier – Sport/, /From The Courier – Sport/])
  await page.getByRole('checkbox', { name: 'Select A goal is scored' }).press('Space')
  await button(page, 'Publish…').press('Enter')
  await page
    .getByRole('dialog', { name: 'Publish 1 article?' })
    .getByRole('button', { name: 'Publish' })
    .click()
  await expect(list).toHaveCount(1)
  await expect(reader.getByRole('article').filter({ hasText: 'A goal is scored' })).toBeVisible()
  await button(page, 'Reject A match is lost').press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Reject this article?' })
  await expect(question).toContainText('Its feed will not add it again.')
  await question.getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
  await expect(reader.getByText('A match is lost')).toHaveCount(0)
})

test('an editor compares a newer version of a feed with the edits, and uses it', async ({
  site,
  page,
  externalServer,
}) => {
  const fetchItem = async (about: string) => {
    const document = rss('Sport', ['A match is lost']).replace('About it.', about)
    externalServer.serve('/sport.xml', 'text/xml', document)
    await site.sql('update feeds set next_check_at = now()')
    expect(await fetchNews(site.url)).toMatchObject({ failed: 0 })
  }
  await site.sql(
    `insert into feeds (url, title, category, new_articles) values ($1, 'Sport', 'Sport', 'hold')`,
    [`${externalServer.origin}/sport.xml`],
  )
  await fetchItem('Rain fell.')
  const [item] = await site.sql<{ id: string }>('select id from drafts')
  const summary = page.getByRole('textbox', { name: 'Summary' })
  const note = page.getByText(/^Held for review/)
  await page.goto(`/admin/articles?article=${item?.id}`)
  await expect(note).toContainText('The feed “Sport” updates this text until you change it.')
  await summary.fill('Rain fell all day.')
  await expect(note).toContainText('Edits are kept; the feed “Sport” no longer updates this article.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await fetchItem('Hail fell.')
  await page.reload()
  await expect(summary).toHaveText('Rain fell all day.')
  const offer = page.getByRole('status').filter({ hasText: 'The feed has a newer version of this article' })
  await offer.getByRole('button', { name: 'Show Differences' }).click()
  const dialog = page.getByRole('dialog', { name: 'Newer version from the feed' })
  await expect(dialog.getByRole('deletion')).toHaveText(['Rain', ' all day', 'Rain'])
  await expect(dialog.getByRole('insertion')).toHaveText(['Hail', 'Hail'])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use the Feed’s Version' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(summary).toHaveText('Hail fell.')
  await expect(note).toContainText('The feed “Sport” updates this text until you change it.')
})

test('feeds are edited, disabled, refreshed in bulk, deleted, imported and exported, and failures are shown', async ({
  site,
  page,
  externalServer,
}) => {
  externalServer.serve('/good.xml', 'text/xml', rss('Good', ['One']))
  await site.sql(
    `insert into feeds (url, title, category, enabled) values ($1, 'Good', 'News', true), ($2, 'Bad', 'Money', true),
      ($3, 'Off', 'TV', true), ('https://a.example/feed', 'A', 'Money', false)`,
    [
      `${externalServer.origin}/good.xml`,
      `${externalServer.origin}/bad.xml`,
      `${externalServer.origin}/off.xml`,
    ],
  )
  await page.goto('/admin/feeds')
  await button(page, 'Disable Off').click()
  await expect(row(page, 'Off')).toContainText('Disabled')
  await button(page, 'Refresh All').click()
  const report = page.getByRole('status').filter({ hasText: 'Some feeds failed' })
  await expect(report).toContainText('1 new article, 0 updated, 0 feeds unchanged, 1 feed failed', FEED_CHECK)
  await expect(report.getByRole('list', { name: 'Feeds that failed' }).getByRole('listitem')).toHaveCount(1)
  await expect(report).toContainText('Bad: The server responded with status 404.')
  await expect(row(page, 'Bad').last()).toContainText('The server responded with status 404. Failed once.')
  expect(externalServer.requests).not.toContain('/off.xml')

  await page.getByRole('tab', { name: 'Failing (1)' }).click()
  await expect(page).toHaveURL(/health=failing/)
  await expect(page.getByRole('rowheader')).toHaveText([/Bad/])
  await button(page, 'Edit Bad').click()
  const dialog = page.getByRole('dialog', { name: 'Edit feed' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${externalServer.origin}/good.xml`)
  await button(page, 'Save Feed').click()
  await expect(dialog.getByText('Another feed already uses this address: Good.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${externalServer.origin}/better.xml`)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Better')
  // Another administrator changes its title.
  await site.sql("update feeds set title = 'Theirs', category = 'Travel' where title = 'Bad'")
  await expect(dialog.getByRole('status')).toContainText('Title is now “Theirs”')
  await expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveValue('Travel')
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Better')
  await button(page, 'Save Feed').click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('tab', { name: 'All (4)' }).click()
  await expect(row(page, 'Better')).toContainText('Never fetched')

  await page.getByRole('searchbox', { name: 'Search feeds' }).fill('good')
  await expect(page.getByRole('rowheader')).toHaveText([/Good/])
  await button(page, 'Delete Good').click()
  const question = page.getByRole('alertdialog', { name: 'Delete Good?' })
  await expect(question).toContainText('Its articles stay on the site')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No feeds found.')).toBeVisible()
  expect(await site.sql('select title from articles')).toEqual([{ title: 'One' }])
  expect(
    (await site.sql<{ action: string }>('select action from audit_log order by id')).map(
      ({ action }) => action,
    ),
  ).toEqual(['feed.update', 'feed.refresh', 'feed.update', 'feed.delete'])

  await test.step('OPML files are imported and exported', async () => {
    await page.getByRole('searchbox').fill('')
    await button(page, 'Import OPML').click()
    const importing = page.getByRole('dialog', { name: 'Import OPML' })
    const choose = (opml: string) =>
      importing
        .getByLabel('OPML file')
        .setInputFiles({ name: 'list.opml', mimeType: 'text/xml', buffer: Buffer.from(opml) })
    // Larger than the requests that readers may send.
    await choose(
      `<opml version="2.0"><body><outline text="sport"><outline text="B" xmlUrl="https://b.example/feed"/></outline>
       <outline text="A" xmlUrl="https://a.example/feed"/><outline text="C" xmlUrl="ftp://c.example"/>${Array.from(
         { length: 60 },
         (_, place) =>
           `<outline text="Many ${place}" xmlUrl="https://many.example/${'long'.repeat(300)}/${place}"/>`,
       ).join('')}</body></opml>`,
    )
    await button(page, 'Import').click()
    for (const title of ['Added (61)', 'Already added (1)', 'Skipped (1)'])
      await expect(importing.getByRole('heading', { name: title })).toBeVisible(FEED_CHECK)
    await expect(importing).toContainText('This is not an http or https address.')
    await button(page, 'Done').click()
    await expect(page.getByRole('tab', { name: 'All (64)' })).toBeVisible()
    await page.getByRole('searchbox').fill('b.example')
    await expect(row(page, 'b.example')).toContainText('Sport')

    const downloading = page.waitForEvent('download')
    await button(page, 'Export OPML').click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('feeds.opml')
    const opml = await readFile(await file.path(), 'utf8')
    expect(opml).toContain(
      '<outline text="Sport">\n      <outline type="rss" text="B" xmlUrl="https://b.example/feed"/>',
    )
    expect(opml.match(/xmlUrl/g)).toHaveLength(64)
  })
})
