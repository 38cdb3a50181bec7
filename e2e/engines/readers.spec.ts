import { stories } from '../fixtures/article-row.ts'
import { expect, test } from './engine-test.ts'

test('a reader saves an article and reads it offline, again and again', async ({
  site,
  window,
  connection,
}) => {
  await site.publish(stories(15, { content: '<p>The text of the story.</p>' }))
  await window.open('/')
  await window.hydrated()
  await window.click('link', 'Story 1')
  await window.see('heading', 'Story 1')
  await window.click('button', 'Bookmark')
  await window.see('button', 'Bookmarked')
  await window.until('a copy for offline reading', () =>
    window.evaluate(async () => {
      const id = location.pathname.split('/')[2]
      return Boolean(await caches.match(`/article/${id}`)) && Boolean(await caches.match('/bookmarks'))
    }),
  )
  const article = new URL(await window.url()).pathname

  await connection.disconnect()
  for (let visit = 0; visit < 2; visit++) {
    await window.open('/bookmarks')
    await window.read('1 saved article')
    await window.click('link', 'Story 1')
    await window.read('The text of the story.')
    await window.open(article)
    await window.read('The text of the story.')
  }
  await window.open('/sport')
  await window.read('You are offline')
  await connection.reconnect()
  await window.open('/')
  await window.see('heading', 'Latest Headlines')
})

test('a reader opens the menu on a phone, searches with a date, and subscribes to the newsletter', async ({
  site,
  window,
  engine,
}) => {
  await site.sql('delete from newsletter_subscribers')
  const thisMonth = new Date()
  thisMonth.setUTCDate(15)
  await site.publish([
    { title: 'Cup final', published_at: thisMonth.toISOString(), category: 'Sport' },
    { title: 'Cup draw', published_at: '2019-06-01T12:00:00Z', category: 'Sport' },
  ])
  await window.resize(500, 850)
  await window.open('/')
  await window.hydrated()
  await window.click('button', 'Sections')
  await window.see('dialog', 'Sections')
  await window.press('Escape')
  await window.gone('dialog', 'Sections')
  await window.click('button', 'Sections')
  await window.see('dialog', 'Sections')
  await window.click('link', 'Sport')
  await window.see('heading', 'Sport')

  await window.open('/search?q=cup')
  await window.see('heading', 'Cup draw')
  await window.hydrated()
  await window.click('summary', 'Filters')
  if (engine === 'firefox') {
    // It has one calendar button, its own, which opens a window of the browser.
    await window.gone('button', 'Choose the From date')
    await window.evaluate(
      (day) => {
        const field = document.querySelector<HTMLInputElement>('input[name=from]')
        if (field) field.value = day
      },
      `${thisMonth.toISOString().slice(0, 8)}10`,
    )
  } else {
    await window.click('button', 'Choose the From date')
    await window.see('dialog', 'From date')
    await window.click('button', /^[A-Z][a-z]+,? 10(th)? [A-Z]/)
    await window.gone('dialog', 'From date')
  }
  await window.click('button', 'Apply Filters')
  await window.read('1 result found')
  await window.see('heading', 'Cup final')

  await window.open('/newsletter')
  await window.fill('Email address', 'reader@example.org')
  await window.click('button', 'Subscribe')
  await window.read('Thank you for subscribing')
  expect(await site.sql('select email from newsletter_subscribers')).toHaveLength(1)
})
