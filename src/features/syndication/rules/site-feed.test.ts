import { expect, it } from 'vitest'
import { site } from '#features/site/testing/site.ts'
import { feedArticle } from '../testing/feed-article.ts'
import { buildSiteFeed } from './site-feed.ts'

it.each([
  ['<p>Text &lt;a href="/x"&gt;</p>', '<p>Text &lt;a href="/x"&gt;</p>'],
  ['<a href="/sport" rel="noopener">S</a>', '<a href="https://paper.example/sport" rel="noopener">S</a>'],
  ['<img src="/media/x.webp" alt="X">', '<img src="https://paper.example/media/x.webp" alt="X">'],
  [
    '<video src="/a.mp4" poster="/b.webp"></video>',
    '<video src="https://paper.example/a.mp4" poster="https://paper.example/b.webp"></video>',
  ],
  ['<a href="?a=1&amp;b=2">Q</a>', '<a href="https://paper.example/article/1?a=1&amp;b=2">Q</a>'],
  ['<a href="#part">P</a>', '<a href="https://paper.example/article/1#part">P</a>'],
  ['<a href="//cdn.example/x">C</a>', '<a href="https://cdn.example/x">C</a>'],
  ['<a href="https://example.org/?a=1&amp;b">E</a>', '<a href="https://example.org/?a=1&amp;b">E</a>'],
  ['<a href="mailto:desk@paper.example">M</a>', '<a href="mailto:desk@paper.example">M</a>'],
  ['<a href="https://[">Broken</a>', '<a href="https://[">Broken</a>'],
  ['<a href="//[">Broken</a>', '<a>Broken</a>'],
  [
    '<section aria-label="Corrections" class="pt-4">C</section>',
    '<section aria-label="Corrections">C</section>',
  ],
])('buildSiteFeed makes %j independent of its page', (html, expected) => {
  const articles = [feedArticle({ path: '/article/1', html })]
  const { items } = buildSiteFeed(site, { format: 'rss', articles })
  expect(items[0]?.html).toBe(expected)
})
