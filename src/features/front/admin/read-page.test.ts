import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findCards, readPage } from './read-page.ts'

let page: Window
beforeEach(() => {
  page = new Window()
  vi.stubGlobal('DOMParser', page.DOMParser)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await page.happyDOM.close()
})

const id = '0b8f6f0e-0000-4000-8000-00000000000'

it('a page is shown without its scripts', () => {
  const html = readPage(
    '<html><head><script>1</script></head><body><p>Text</p><script src="/a.js"></script><link rel="x"></body></html>',
  )
  expect(html).toBe('<p>Text</p>')
})

it('finds the cards that are visible, by their articles', () => {
  page.document.body.innerHTML = `
    <header><article><a href="/article/${id}9">Not on the front</a></article></header>
    <main>
      <article><picture></picture><h3><a href="/article/${id}1">One</a></h3></article>
      <article class="hidden"><a href="/article/${id}2/a-slug">Two</a></article>
      <article><a href="/article/${id}3/a-slug">Three</a></article>
      <article><p>Without a link</p></article>
    </main>`
  for (const [index, card] of [...page.document.querySelectorAll('article')].entries()) {
    const width = card.className === 'hidden' ? 0 : 300
    card.getBoundingClientRect = () =>
      ({ left: 10, top: index * 100, width, height: 90, bottom: index * 100 + 90 }) as never
  }
  const [picture] = page.document.getElementsByTagName('picture')
  if (picture) picture.getBoundingClientRect = () => ({ left: 220, top: 100, width: 90, height: 60 }) as never
  const { cards } = findCards(page.document as unknown as Document)
  expect(cards).toEqual([
    {
      articleId: `${id}1`,
      left: 10,
      top: 100,
      width: 300,
      height: 90,
      image: { left: 220, top: 100, width: 90, height: 60 },
    },
    { articleId: `${id}3`, left: 10, top: 300, width: 300, height: 90 },
  ])
})
