import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

test('an article shows all its parts', async ({ site, page }) => {
  const [id] = await site.publish([
    {
      title: 'Ferry returns',
      summary: 'The island has its <em>boat</em> back.',
      content: `${'word '.repeat(401)}`,
      author: 'Ruth Adeyemi',
      category: 'Travel',
      image_url: '/samples/travel-1.webp',
      image_alt: 'A ferry below a cliff',
      is_breaking: true,
      published_at: '2026-07-01T22:30:00Z',
      source_url: 'https://example.org/ferry?a=1&b=2',
      source_name: 'The Example',
    },
  ])
  await page.goto(`/article/${id}`)
  const article = page.getByRole('main').getByRole('article').first()
  await expect(article.getByRole('heading', { level: 1 })).toHaveText('Ferry returns')
  await expect(article.getByText('Breaking News')).toBeVisible()
  await expect(article.getByRole('link', { name: 'Travel' })).toHaveAttribute('href', '/travel')
  await expect(article.getByText('The island has its boat back.')).toBeVisible()
  await expect(article.getByText('By Ruth Adeyemi')).toBeVisible()
  // 22:30 UTC is 23:30 in London in summer.
  await expect(article.getByText('1 July 2026 at 23:30')).toBeVisible()
  await expect(article.getByText('3 min read')).toBeVisible()
  const image = article.getByRole('figure')
  await expect(image).toHaveText('Ferry returns')
  await expect(image.getByRole('img', { name: 'A ferry below a cliff' })).toBeVisible()
  await expect
    .poll(() => image.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const source = article.getByRole('region', { name: 'Original Source' }).getByRole('link')
  await expect(source).toHaveAttribute('href', 'https://example.org/ferry?a=1&b=2')
  await expect(source).toContainText('The Example')
  await expect(source).toHaveAttribute('rel', /noopener/)
  await expect(page.getByRole('link', { name: 'Read the full story at' })).toHaveCount(0)
})

test('a right-to-left article has its language, and its text starts at the edge of its headline', async ({
  site,
  page,
}) => {
  const text = 'وزارة الصحة تعلن عن خطة جديدة لتحسين الخدمات'
  const [id] = await site.publish([{ title: text, content: `<ul><li>${text}.</li></ul>` }])
  await page.goto(`/article/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'ar')
  await expect(page.locator('main .prose')).toHaveAttribute('lang', 'ar')
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const rightEdge = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().right)
    expect(await rightEdge('main .prose')).toBeCloseTo(await rightEdge('main h1'), 0)
    await expect(page.getByRole('list').filter({ hasText: `${text}.` })).toHaveCSS('direction', 'rtl')
  }
})

test('long words of an article in another language are hyphenated, also on cards', async ({ site, page }) => {
  const [id] = await site.publish(stories(2))
  await site.sql("update articles set language = 'de'")
  await page.goto(`/article/${id}`)
  for (const name of ['Story 1', 'Story 2'])
    await expect(page.getByRole('heading', { name })).toHaveCSS('hyphens', 'auto')
})

test('a very long headline is set in smaller type, and a source without a name reads "View original article"', async ({
  site,
  page,
}) => {
  const ids = await site.publish([
    { title: 'A long headline. '.repeat(40) },
    { title: 'A headline', source_url: 'https://example.org/' },
  ])
  const sizes = []
  for (const id of ids) {
    await page.goto(`/article/${id}`)
    const size = await page.getByRole('heading', { level: 1 }).evaluate((h1) => getComputedStyle(h1).fontSize)
    sizes.push(size)
  }
  expect(sizes).toEqual(['30px', '48px'])
  await expect(page.getByRole('link', { name: 'View original article' })).toHaveAttribute(
    'href',
    'https://example.org/',
  )
})

test('missing fields of an article leave no empty elements, and blank lines split its body into paragraphs', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([
    { title: 'Bare', summary: '', author: '', content: 'First one.\nStill first.\n\nSecond one.' },
  ])
  await page.goto(`/article/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bare')
  await expect(page.getByText('1 min read')).toBeVisible()
  const paragraphs = page.getByRole('paragraph').filter({ hasText: /First|Second/ })
  await expect(paragraphs).toHaveText(['First one. Still first.', 'Second one.'])
  await expect(page.getByText(/^By\b/)).toHaveCount(0)
  await expect(page.getByText('Breaking News')).toHaveCount(0)
  await expect(page.getByText('Original Source')).toHaveCount(0)
  await expect(page.getByText('Related Articles')).toHaveCount(0)
  await expect(page.getByRole('figure')).toHaveCount(0)
})

test('a short text ends with a link to the full story at its source', async ({ site, page }) => {
  const [id] = await site.publish([
    {
      title: 'Short',
      content: 'The ferry has returned…',
      source_url: 'https://example.org/ferry',
      source_name: 'BBC News',
    },
  ])
  await page.goto(`/article/${id}`)
  const link = page.getByRole('link', { name: 'Read the full story at BBC News' })
  await expect(link).toHaveAttribute('href', 'https://example.org/ferry')
  await expect(page.getByRole('region', { name: 'Original Source' }).getByRole('link')).toContainText(
    'BBC News',
  )
})

test('an image that fails to load is replaced by the placeholder', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 404: \/media\//)
  const [id] = await site.publish([{ title: 'Broken', image_url: '/samples/missing-9.webp' }])
  await page.goto(`/article/${id}`)
  const image = page.getByRole('figure').locator('img')
  await expect(image).toHaveAttribute('src', '/placeholder.svg')
  await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('an image that failed is loaded once more', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 503: \/media\//)
  await page.route('**/media/**', (route) => route.fulfill({ status: 503 }), { times: 1 })
  const [id] = await site.publish([{ title: 'Ferry returns', image_url: '/samples/travel-1.webp' }])
  await page.goto(`/article/${id}`)
  const image = page.getByRole('figure').locator('img')
  await expect(image).toHaveAttribute('src', '/placeholder.svg')
  await expect(image).toHaveAttribute('src', /^\/media\//)
  await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('an unknown article and an invalid id are not found, and the screen links to the home page', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 404: \/article\//)
  for (const id of ['00000000-0000-4000-8000-000000000000', 'hello%20world']) {
    const response = await page.goto(`/article/${id}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Article not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
  }
})

test('an article that was deleted after the front page was loaded is not found', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 404: \/_serverFn|net::ERR_FAILED: \/assets\/page-updates/)
  // A live update would remove the link.
  await page.route('**/assets/page-updates*.js', (route) => route.abort())
  const [id] = await site.publish(stories(2))
  await page.goto('/')
  await site.sql('delete from articles where id = $1', [id])
  await page.getByRole('link', { name: 'Story 1' }).click()
  await expect(page.getByRole('heading', { name: 'Article not found' })).toBeVisible()
  await expect(page).toHaveTitle(/^Article not found/)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Story 2' })).toBeVisible()
})

test('a long article has a table of contents, its latest changes, and the most read articles beside it, which follow the ranking', async ({
  site,
  page,
}) => {
  const part = (title: string) => `<h2>${title}</h2><p>${'word '.repeat(450)}</p>`
  const [id, ...others] = await site.publish([
    {
      title: 'Ferry returns',
      content: part('The <em>boat</em>') + part('The island') + part('What now?'),
      updated_at: '2099-01-01T09:00:00Z',
    },
    ...stories(4),
  ])
  await site.sql(
    `with draft as (
       insert into drafts (id, fields) values ($1, '{"title": "", "author": "", "category": "Sport"}')
     ) insert into corrections (id, article_id, kind, text, at)
       values (gen_random_uuid(), $1, 'update', 'Added the timetable.', '2026-11-22T09:00:00Z')`,
    [id],
  )
  const rank = (ids: readonly (string | undefined)[]) =>
    site.sql(
      `with former as (delete from most_read where hours = 24)
       insert into most_read (hours, place, article_id)
       select 24, place, id from unnest($1::uuid[]) with ordinality as ranked (id, place)
       on conflict (hours, place) do update set article_id = excluded.article_id`,
      [ids],
    )
  await rank([others[2], id, others[0], others[1]])
  await expect.poll(async () => (await page.request.get(`/article/${id}`)).text()).toContain('id="most-read"')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/article/${id}`)

  await page
    .getByRole('navigation', { name: 'In this article' })
    .getByRole('link', { name: 'What now?' })
    .click()
  const heading = page.getByRole('heading', { name: 'What now?' })
  await expect(heading).toBeInViewport()
  expect((await heading.boundingBox())?.y).toBeGreaterThan(48)
  await page.getByRole('link', { name: 'What changed' }).click()
  await expect(page.getByText('Update, 22 November 2026 at 09:00: Added the timetable.')).toBeInViewport()

  const list = page.getByRole('region', { name: 'Most read in the last 24 hours' })
  await expect(list.getByRole('link')).toHaveText(['Story 3', 'Story 1', 'Story 2'])
  const text = await page.locator('.prose').boundingBox()
  expect((await list.boundingBox())?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0))
  await rank([others[3], others[1], others[0]])
  await expect
    .poll(async () => (await page.request.get(`/article/${id}`)).text())
    .toMatch(/id="most-read".*Story 4.*Story 2.*Story 1/s)
  await page.setViewportSize({ width: 375, height: 800 })
  expect((await list.boundingBox())?.y).toBeGreaterThan((await page.locator('.prose').boundingBox())?.y ?? 0)
})
