import { expect, it } from 'vitest'
import { rightToLeftLanguage, textDirection } from './text-direction.ts'

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

it.each([
  ['', undefined],
  ['Harbour opens', undefined],
  ['العربية channel opens in London', undefined],
  ['صحيفة الغد تصدر أول عدد لها', 'ar'],
  ['روزنامه فردا نخستین شماره خود را منتشر کرد', 'fa'],
  ['نیا اخبار آج پہلی بار شائع ہوا ہے', 'ur'],
  ['העיתון החדש יוצא לאור', 'he'],
  ['BBC: העיתון החדש יוצא לאור', 'he'],
])('rightToLeftLanguage(%j)', (text, language) => {
  expect(rightToLeftLanguage(text)).toBe(language)
})
