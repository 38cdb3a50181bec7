import { describe, expect, it } from 'vitest'
import { withoutLeadPicture } from './without-lead-picture.ts'

const PICTURE = 'https://i.example/a.jpg'
const img = `<img src="${PICTURE}">`

describe('withoutLeadPicture', () => {
  it.each([
    ['the picture', ` ${img} Text`, 'Text'],
    ['its link', `<a href="/x">\n${img}\n</a><p>Text</p>`, '<p>Text</p>'],
    ['its paragraph', `<p>${img}</p><p>Text</p>`, '<p>Text</p>'],
    [
      'its figure, caption and all',
      `<figure>${img}<figcaption>Smoke</figcaption></figure><p>Text</p>`,
      '<p>Text</p>',
    ],
    ['the line breaks behind it', `${img}<br /><br>Text`, 'Text'],
    ['the picture in another size', '<img src="https://i.example/a-300x200.jpg?x=1">Text', 'Text'],
    ['only the picture where text shares its paragraph', `<p>${img} Text</p>`, '<p> Text</p>'],
    [
      'only the picture where another follows',
      `<p>${img}<img src="https://i.example/b.jpg"></p>`,
      '<p><img src="https://i.example/b.jpg"></p>',
    ],
    [
      'only the figure in a wider element',
      `<div><figure>${img}</figure><p>Text</p></div>`,
      '<div><p>Text</p></div>',
    ],
  ])('takes away %s', (_, html, expected) => {
    expect(withoutLeadPicture(html, PICTURE)).toBe(expected)
  })

  it.each([
    ['behind text', `Text ${img}`],
    ['behind another picture', `<img src="https://i.example/b.jpg">${img}`],
    ['that is another one', '<img src="https://i.example/b.jpg">Text'],
  ])('leaves a picture %s', (_, html) => {
    expect(withoutLeadPicture(html, PICTURE)).toBe(html)
  })

  it('leaves all pictures of an article without one of its own', () => {
    expect(withoutLeadPicture(img, null)).toBe(img)
  })
})
