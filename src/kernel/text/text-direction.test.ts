import { expect, it } from 'vitest'
import {
  addBlockDirections,
  directionOf,
  htmlDirection,
  rightToLeftLanguage,
  textDirection,
} from './text-direction.ts'

it.each([
  ['', 'ltr'],
  ['2026!', 'ltr'],
  ['Plain', 'ltr'],
  ['日本', 'ltr'],
  ['العربية channel opens in London', 'ltr'],
  ['صحيفة الغد تصدر أول عدد لها', 'rtl'],
  ['BBC: صحيفة الغد تصدر أول عدد لها', 'rtl'],
  ['העיתון החדש', 'rtl'],
  // Vowel points are no letters.
  ['בְּרֵאשִׁית is Genesis', 'ltr'],
  ['𞤀𞤣𞤤𞤢𞤥', 'rtl'],
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

it.each([
  ['BBC: صحيفة الغد تصدر أول عدد لها', 'rtl', 'ltr'],
  // A text from right to left that has more Latin letters
  ['هاتف Samsung Galaxy Ultra', 'rtl', 'ltr'],
  ['العربية is the word that opens this headline', 'rtl', 'ltr'],
  ['Plain', 'ltr', 'ltr'],
])('directionOf(%j)', (text, alone, inLeftToRight) => {
  expect(directionOf(text)).toBe(alone)
  expect(directionOf(text, 'ltr')).toBe(inLeftToRight)
})

it.each([
  ['<a href="https://news.example">العدد</a> الأول', 'rtl'],
  ['العدد&nbsp;&nbsp;&nbsp;', 'rtl'],
  ['<p>Edition</p>', 'ltr'],
])('htmlDirection(%j)', (html, direction) => {
  expect(htmlDirection(html)).toBe(direction)
})

it.each([
  // Browsers find these directions themselves.
  ['<p>Plain</p>', '<p>Plain</p>'],
  ['<p>العدد الأول</p><p>Plain</p>', '<p>العدد الأول</p><p>Plain</p>'],
  ['<p>BBC: العدد الأول</p>', '<p dir="rtl">BBC: العدد الأول</p>'],
  ['<h2 id="a"><b>BBC</b> العدد الأول</h2>', '<h2 id="a" dir="rtl"><b>BBC</b> العدد الأول</h2>'],
  ['<p>العدد is a word of this text</p>', '<p>العدد is a word of this text</p>'],
  ['<p dir="ltr">BBC: العدد الأول</p>', '<p dir="ltr">BBC: العدد الأول</p>'],
  ['<blockquote><p>BBC: العدد</p></blockquote>', '<blockquote><p dir="rtl">BBC: العدد</p></blockquote>'],
  ['<ul><li>BBC: العدد</li></ul>A word', '<ul><li dir="rtl">BBC: العدد</li></ul>A word'],
  ['<pre>BBC: العدد</pre>', '<pre>BBC: العدد</pre>'],
])('addBlockDirections(%j)', (html, expected) => {
  expect(addBlockDirections(html)).toBe(expected)
})

it('in a text from left to right, blocks that begin with a word of the other direction are so too', () => {
  const html = '<p>العدد is a word of this text</p>'
  expect(addBlockDirections(html, 'ltr')).toBe('<p dir="ltr">العدد is a word of this text</p>')
})

it('knows each letter of the scripts that are written from right to left', () => {
  const letter =
    /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Adlam}\p{Script=Samaritan}]/u
  const letters = Array.from({ length: 0x1_f000 }, (_, code) => String.fromCodePoint(code)).filter((text) =>
    letter.test(text),
  )
  expect(letters.length).toBeGreaterThan(1_000)
  expect(letters.filter((text) => textDirection(text) === 'ltr')).toEqual([])
})
