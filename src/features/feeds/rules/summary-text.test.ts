import { describe, expect, it } from 'vitest'
import { summaryText } from './summary-text.ts'

describe('summaryText', () => {
  it.each([
    ['keeps plain text', 'A fire was put out.', 'A fire was put out.'],
    [
      'drops images and their captions',
      '<figure><img src="a.jpg"><figcaption>Smoke</figcaption></figure><img src="b.jpg">A fire.',
      'A fire.',
    ],
    [
      'parts a standfirst from the text',
      '<p>A fire is out</p><p>It was put out by nine.</p>',
      'A fire is out. It was put out by nine.',
    ],
    [
      'parts the points of a list',
      '<ul><li>One hurt</li><li>Two “shaken”</li></ul><p>It was night.</p>',
      'One hurt. Two “shaken”. It was night.',
    ],
    ['adds no stop to one that is there', '<p>Was it arson?</p><p>No.</p>', 'Was it arson? No.'],
    ['drops "Continue reading..."', '<p>A fire.</p> <a href="/a">Continue reading...</a>', 'A fire.'],
    [
      'drops "Read more" in the text',
      '<p>A fire was put out. <a href="/a">Read more »</a></p>',
      'A fire was put out.',
    ],
    ['drops it in other languages', '<p>Ein Feuer. <a href="/a">Weiterlesen …</a></p>', 'Ein Feuer.'],
    ['drops it without a link', 'Um incêndio. Leia mais (09/24/2018 - 19h22)', 'Um incêndio.'],
    ['keeps it within a sentence', 'The children want to read more.', 'The children want to read more.'],
    [
      'keeps links that are part of a sentence',
      '<p>See <a href="/a">more than 300 fires</a>.</p>',
      'See more than 300 fires.',
    ],
    ['drops "Related:"', '<p>A fire.</p><p> <span>Related: </span><a href="/b">Another</a> </p>', 'A fire.'],
    [
      'drops what WordPress adds',
      '<p>A fire.</p><p>The post <a href="/a">A fire</a> appeared first on <a href="/">Paper</a>.</p>',
      'A fire.',
    ],
    [
      'drops what WordPress adds in plain text',
      'A fire. The post A fire appeared first on Paper.',
      'A fire.',
    ],
    ['drops the headline', '<h3>A headline</h3><p>A headline is a line.</p>', 'A headline is a line.'],
    ['drops a mere link to comments', '<a href="/a">Comments</a>', ''],
    ['shows where the source cut its text', 'A fire was put [&#8230;]', 'A fire was put…'],
    ['decodes what is still encoded', 'Smoke &amp;amp; ash', 'Smoke & ash'],
    ['is empty without prose', '<a href="/a"><img src="a.jpg"></a> <a href="/a">Read more</a>', ''],
  ])('%s', (_, html, text) => {
    expect(summaryText(html, 'A headline')).toBe(text)
  })

  it('ends at a word within 300 characters', () => {
    expect(summaryText(`<p>${'twelve chars '.repeat(50)}</p>`, '')).toBe(
      `${'twelve chars '.repeat(22)}twelve chars…`,
    )
  })

  it('ends with a sentence where that fills most of the room', () => {
    const sentence = `It rained ${'and rained '.repeat(20)}all day.`
    expect(summaryText(`${sentence} Then ${'it stopped and '.repeat(20)}`, '')).toBe(sentence)
  })
})
