import { stories } from './fixtures/article-row.ts'
import { expectWithinASecond } from './fixtures/expect-within-a-second.ts'
import { expect, test } from './fixtures/test.ts'

const read = async (url: string) => (await fetch(url)).text()

/** Made one after another: later changes rely on earlier ones. */
const CHANGES = [
  {
    what: 'a new article',
    sql: "insert into articles (title, category) values ('Just in', 'Sport')",
    path: '/',
    shows: 'Just in',
  },
  {
    what: 'a corrected title',
    sql: "update articles set title = 'Corrected' where title = 'Story 1'",
    path: '/sport',
    shows: 'Corrected',
  },
  {
    what: 'a deleted article',
    sql: "delete from articles where title = 'Story 2'",
    path: '/news',
    hides: 'Story 2',
  },
  {
    what: 'a story that becomes breaking news',
    sql: "update articles set is_breaking = true where title = 'Story 3'",
    path: '/',
    shows: 'Breaking News',
  },
  {
    what: 'a move to another category',
    sql: "update articles set category = 'Money' where title = 'Corrected'",
    path: '/money',
    shows: 'Corrected',
  },
  {
    what: 'a setting',
    sql: "update site_settings set setting_value = 'Renamed' where setting_name = 'site_name'",
    path: '/tv',
    shows: 'Renamed',
  },
  {
    what: 'a change of more than a hundred rows',
    sql: "insert into articles (title) select 'Bulk ' || n from generate_series(1, 150) as n",
    path: '/news',
    shows: 'Bulk 1',
  },
]

test('changes made in SQL appear on the next request', async ({ site }) => {
  await site.publish(stories(3, { category: 'Sport' }))
  for (const { what, sql, path, shows, hides } of CHANGES)
    await test.step(what, async () => {
      const before = await read(site.url + path)
      if (shows) expect(before).not.toContain(shows)
      if (hides) expect(before).toContain(hides)
      await site.sql(sql)
      await expectWithinASecond(async () => {
        const html = await read(site.url + path)
        if (shows) expect(html).toContain(shows)
        if (hides) expect(html).not.toContain(hides)
      })
    })
})
