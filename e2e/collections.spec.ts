import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const ADA = '00000000-0000-4000-8000-0000000000ad'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test.beforeEach(async ({ site }) => {
  await site.sql('delete from drafts; delete from authors; delete from topics; delete from redirects')
})

async function addPages(site: { sql(text: string): Promise<unknown> }, id = '') {
  await site.sql(
    `insert into authors (id, slug, name, biography, links) values ('${ADA}', 'ada-penrose', 'Ada Penrose',
       'Writes about rivers.', '{https://ada.example/about}');
     insert into author_aliases values ('Ada Penrose', '${ADA}');
     insert into topics (id, slug, name, description) values (gen_random_uuid(), 'rivers', 'Rivers', 'Water that flows.');
     insert into drafts (id, fields) values ('${id}', '{"title": "", "author": "", "category": "News"}');
     insert into article_topics (article_id, topic_id) select '${id}', id from topics;`,
  )
}

test('an article leads to the pages of its author and topic, which follow changes', async ({
  site,
  page,
  request,
}) => {
  const articles = Array.from({ length: 30 }, (_, index) => ({ title: `Story ${index + 1}` }))
  const [id] = await site.publish(articles)
  await addPages(site, id)

  await page.goto(`/article/${id}`)
  await page.getByRole('article').getByRole('link', { name: 'Rivers' }).click()
  await expect(heading(page, 'Rivers')).toBeVisible()
  await expect(page.getByText('Water that flows.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.goto(`/article/${id}`)
  await page.getByRole('article').first().getByRole('link', { name: 'Ada Penrose' }).click()
  await expect(heading(page, 'Ada Penrose')).toBeVisible()
  await expect(page.getByRole('link', { name: 'ada.example/about' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(24)
  await page.getByRole('link', { name: 'Load More' }).click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(30)
  await expectAccessible(page)
  const feed = await page.locator('link[rel=alternate][type="application/rss+xml"]').getAttribute('href')
  expect(await (await request.get(new URL(feed ?? '').pathname)).text()).toContain('Story 30')

  // The cached page changes with the person.
  await site.sql(`update authors set biography = 'Writes about lakes.'`)
  await expect.poll(async () => (await request.get('/author/ada-penrose')).text()).toContain('about lakes')
  expect((await request.get('/author/nobody')).status()).toBe(404)
})

test('people are created, chosen for a byline, renamed and merged', async ({ site, page, request }) => {
  const [id] = await site.publish([
    { title: 'Harbour opens', author: 'G. Field' },
    { title: 'Ferry returns', author: 'G. Field' },
  ])
  await signIn(site, page.request)
  await page.goto('/admin/people')
  await button(page, 'Bylines Without a Person').click()
  await expect(page.getByRole('list', { name: 'Bylines' })).toContainText('G. Field2 articles')
  await expectAccessible(page)
  await button(page, 'Link G. Field').click()
  await button(page, 'Link Byline').click()
  await expect(page.getByText('All bylines are linked')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /G. Field/ })).toContainText('2')

  await button(page, 'New Person').click()
  const form = page.getByRole('dialog', { name: 'New person' })
  await form.getByRole('button', { name: 'Create Person' }).click()
  await expect(form.getByText('Enter a name')).toBeVisible()
  await form.getByLabel('Name').fill('Grace Field')
  await form.getByLabel('Links').fill('https://grace.example')
  await form.getByRole('button', { name: 'Create Person' }).click()
  await expect(page.getByRole('row', { name: /Grace Field/ })).toContainText('/author/grace-field')

  // In the editor, with a photographer who is new.
  await page.goto('/admin/articles')
  await button(page, 'Edit Harbour opens').click()
  const section = page.getByRole('region', { name: 'Article' })
  for (const [typed, option] of [
    ['gra', 'Grace Field'],
    ['Dee Park', 'Create “Dee Park”'],
  ] as const) {
    await section.getByRole('button', { name: 'Add Person' }).click()
    await section.getByRole('combobox', { name: 'Person' }).fill(typed)
    await section.getByRole('option', { name: option, exact: true }).click()
  }
  await section.getByLabel('Role of Dee Park').fill('Photographs')
  await button(page, 'Move Dee Park up').click()
  await expect(section.getByRole('list', { name: 'Byline' }).getByRole('listitem')).toContainText([
    'Dee Park',
    'Grace Field',
  ])
  await expect(section.getByLabel('Author')).toHaveCount(0)
  await expectAccessible(page)
  await button(page, 'Update Article').click()
  await button(page, 'Publish Changes').click()
  await expect
    .poll(async () => (await (await request.get(`/article/${id}`)).text()).replace(/<[^>]*>/g, ''))
    .toContain('By Grace Field. Photographs: Dee Park')

  await page.goto('/admin/people')
  await button(page, 'More actions for G. Field').click()
  await page.getByRole('menuitem', { name: 'Merge…' }).click()
  await page.getByLabel('Merge into').selectOption('Grace Field')
  await button(page, 'Merge').click()
  await expect(page.getByRole('row', { name: /Grace Field/ })).toContainText('2')
  await expect.poll(async () => (await request.get('/author/grace-field')).text()).toContain('Ferry returns')
})

test('a topic, an author and a section are followed on the device, with a feed of their own', async ({
  site,
  page,
  request,
}) => {
  const [id] = await site.publish([
    { title: 'River rises' },
    { title: 'Cup final', author: 'Bo Lee', category: 'Sport' },
    { title: 'Ferry late', author: 'Bo Lee', category: 'Travel' },
  ])
  await addPages(site, id)
  for (const path of ['/topic/rivers', '/author/ada-penrose', '/sport']) {
    await page.goto(path)
    await page.getByRole('button', { name: /^Follow / }).click()
    await expect(page.getByRole('button', { name: /^Following / })).toBeVisible()
  }
  await page.goto('/following')
  await expect(page.getByRole('list', { name: 'What you follow' })).toContainText('RiversAda PenroseSport')
  await expect(page.getByRole('main').getByRole('article')).toHaveText([/River rises/, /Cup final/])
  await expectAccessible(page)
  const feed = await page.getByRole('link', { name: 'RSS feed of what you follow' }).getAttribute('href')
  const response = await request.get(feed ?? '')
  expect(response.headers()['x-robots-tag']).toBe('noindex')
  expect(await response.text()).toContain('River rises')
  expect((await request.get('/following/feed.xml?topics=../a')).status()).toBe(400)
  await button(page, 'Unfollow Rivers').click()
  await button(page, 'Unfollow Ada Penrose').click()
  await button(page, 'Unfollow Sport').click()
  await expect(page.getByText('You are not following anything yet')).toBeVisible()
})
