import { describe, expect, it } from 'vitest'
import { withoutLeadImage } from './without-lead-image.ts'

const IMAGE = 'https://i.example/a.jpg'
const img = `<img src="${IMAGE}">`

describe('withoutLeadImage', () => {
  it.each([
    ['the image', ` ${img} Text`, 'Text'],
    ['its link', `<a href="/x">\n${img}\n</a><p>Text</p>`, '<p>Text</p>'],
    ['its paragraph', `<p>${img}</p><p>Text</p>`, '<p>Text</p>'],
    [
      'its figure, caption and all',
      `<figure>${img}<figcaption>Smoke</figcaption></figure><p>Text</p>`,
      '<p>Text</p>',
    ],
    ['the line breaks behind it', `${img}<br /><br>Text`, 'Text'],
    ['the image in another size', '<img src="https://i.example/a-300x200.jpg?x=1">Text', 'Text'],
    ['only the image where text shares its paragraph', `<p>${img} Text</p>`, '<p> Text</p>'],
    [
      'only the image where another follows',
      `<p>${img}<img src="https://i.example/b.jpg"></p>`,
      '<p><img src="https://i.example/b.jpg"></p>',
    ],
    [
      'only the figure in a wider element',
      `<div><figure>${img}</figure><p>Text</p></div>`,
      '<div><p>Text</p></div>',
    ],
  ])('takes away %s', (_, html, expected) => {
    expect(withoutLeadImage(html, IMAGE)).toBe(expected)
  })

  it.each([
    ['behind text', `Text ${img}`],
    ['behind another image', `<img src="https://i.example/b.jpg">${img}`],
    ['that is another one', '<img src="https://i.example/b.jpg">Text'],
  ])('leaves an image %s', (_, html) => {
    expect(withoutLeadImage(html, IMAGE)).toBe(html)
  })

  it('leaves all images of an article without one of its own', () => {
    expect(withoutLeadImage(img, null)).toBe(img)
  })
})
