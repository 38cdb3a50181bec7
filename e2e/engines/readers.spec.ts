import { adSettings } from '../fixtures/ad-network.ts'
import { stories } from '../fixtures/article-row.ts'
import { expect, test } from './engine-test.ts'

test('a reader saves an article and reads it offline, again and again', async ({ site, window, connection }) => {
  await site.publish(stories(15, { content: '<p>The text of the story.</p>' }))
  await window.open('/')
  await window.hydrated()
  await window.click('link', 'Story 1')
  await window.see('heading', 'Story 1')
  await window.click('button', 'Bookmark')
  await window.see('button', 'Bookmarked')
  await window.until('a copy for offline reading', () =>
    window.evaluate(async () => {
      const id = location.pathname.split('/').at(-1)
      return Boolean(await caches.match(`/article/${id}`)) && Boolean(await caches.match('/bookmarks'))
    }),
  )
  const article = new URL(await window.url()).pathname

  await connection.disconnect()
  for (let visit = 0; visit < 3; visit++) {
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
