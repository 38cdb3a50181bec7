import { expect, it } from 'vitest'
import { textDirection } from './text-direction.ts'

it.each([
  ['', 'ltr'],
  ['2026!', 'ltr'],
  ['Plain', 'ltr'],
  ['日本', 'ltr'],
  ['العربية channel opens in London', 'ltr'],
  ['صحيفة الغد تصدر أول عدد لها', 'rtl'],
  ['BBC: صحيفة الغد تصدر أول عدد لها', 'rtl'],
  ['העיתון החדש', 'rtl'],
])('textDirection(%j)', (text, direction) => {
  expect(textDirection(text)).toBe(direction)
})
