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

test('a right-to-left article starts at the edge of its headline, and long words of other languages are hyphenated, also on cards', async ({
  site,
  page,
}) => {
  const text = 'وزارة الصحة تعلن عن خطة جديدة لتحسين الخدمات'
  const [id] = await site.publish([
    { title: text, content: `<ul><li>${text}.</li></ul>` },
    { title: 'Fähre' },
  ])
  await site.sql("update articles set language = 'de' where title = 'Fähre'")
  await page.setViewportSize({ width: 375, height: 800 })
  await expect.poll(async () => (await page.request.get(`/article/${id}`)).text()).toContain('lang="de"')
  await page.goto(`/article/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'ar')
  await expect(page.locator('main .prose')).toHaveAttribute('lang', 'ar')
  const rightEdge = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().right)
  expect(await rightEdge('main .prose')).toBeCloseTo(await rightEdge('main h1'), 0)
  await expect(page.getByRole('list').filter({ hasText: `${text}.` })).toHaveCSS('direction', 'rtl')
  await expect(page.getByRole('heading', { name: 'Fähre' })).toHaveCSS('hyphens', 'auto')
})

test('missing fields of an article leave no empty elements, and a very long headline is set in smaller type', async ({
  site,
  page,
}) => {
  const [long, id] = await site.publish([
    { title: 'A long headline. '.repeat(40) },
    {
      title: 'Bare',
      summary: '',
      author: '',
      category: 'Sport',
      content: 'First one.\nStill first.\n\nSecond one.',
    },
  ])
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(`/article/${long}`)
  await expect(heading).toHaveCSS('font-size', '30px')
  await page.goto(`/article/${id}`)
  await expect(heading).toHaveCSS('font-size', '48px')
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

test('an image that fails to load is replaced by the placeholder, and loaded once more', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 503: \/media\//)
  await page.route('**/media/**', (route) => route.fulfill({ status: 503 }), { times: 1 })
  const [id] = await site.publish([{ title: 'Ferry returns', image_url: '/samples/travel-1.webp' }])
  await page.clock.install()
  await page.goto(`/article/${id}`)
  const image = page.getByRole('figure').locator('img')
  const width = () => image.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect(image).toHaveAttribute('src', '/placeholder.svg')
  await expect.poll(width).toBeGreaterThan(0)
  await page.clock.fastForward(5_000)
  await expect(image).toHaveAttribute('src', /^\/media\//)
  await expect.poll(width).toBeGreaterThan(0)
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
