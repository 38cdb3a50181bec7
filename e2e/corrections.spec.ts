import { articlePath } from '#kernel/article-path.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const CORRECT = `with draft as (
    insert into drafts (id, fields) values ($1, '{"title": "", "author": "", "category": "Sport"}')
  ) insert into corrections (id, article_id, kind, text) values (gen_random_uuid(), $1, 'retraction', $2)`

test('the page lists corrections with their articles, and links to its feeds', async ({ site, page }) => {
  const [id] = await site.publish([{ title: 'كأس الشاي' }])
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Corrections' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Corrections')
  await expect(main).toContainText('Corrections to our articles are listed here.')

  await site.sql(CORRECT, [id, 'The cup was <b>empty</b>.\nWe regret the error.'])
  await site.publish([{ title: 'Another story' }])
  await expect(main).toContainText('The cup was <b>empty</b>.')
  await expect(main.getByRole('listitem')).toContainText('Retraction')
  await expect(main.getByRole('link', { name: 'كأس الشاي' })).toHaveAttribute(
    'href',
    articlePath({ id: String(id), title: 'كأس الشاي', slug: null }),
  )
  await expectAccessible(page)

  await page.reload()
  const feed = page.locator('link[rel=alternate][type="application/atom+xml"]')
  await expect(feed).toHaveAttribute('href', `${site.url}/corrections/atom.xml`)
  expect(await (await fetch(`${site.url}/corrections/atom.xml`)).text()).toContain('We regret the error.')
})
