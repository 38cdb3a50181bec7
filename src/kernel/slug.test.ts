import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseSlug, toSlug } from './slug.ts'

const slug = (text: string) => toSlug(text)

describe('toSlug', () => {
  it.each([
    ['Rail fares to rise by 4.6% in March', 'rail-fares-to-rise-by-4-6-in-march'],
    ['‘It’s over’: PM’s café—visit ends…', 'its-over-pms-cafe-visit-ends'],
    ["Britain's 1,000,000 homes", 'britains-1000000-homes'],
    ['Straße, Ærø, Łódź, İstanbul, Œuvre', 'strasse-aero-lodz-istanbul-oeuvre'],
    ['Ａ ﬁne １２', 'a-fine-12'],
    ["Siân O'Neill-Khan", 'sian-oneill-khan'],
    ['C++', 'c'],
    ['Zalgo t̸̢̛e̷x̴t', 'zalgo-text'],
    ['e\u200B\u0301t\u00E9', 'ete'],
    ['soft\u00ADhyphen and\u200B zero\u2060width', 'softhyphen-and-zerowidth'],
  ])('writes %j as %s', (text, expected) => {
    expect(slug(text)).toBe(expected)
  })

  it.each([
    ['الانتخابات: أخبار اليوم', 'الانتخابات-أخبار-اليوم'],
    ['\u202Bمـــرحبا\u202C', 'مرحبا'],
    ['می\u200Cخواهم بدانم', 'می-خواهم-بدانم'],
    ['בחירות 2026', 'בחירות-2026'],
    ['東京で首脳会談', '東京で首脳会談'],
    ['Выборы в Україні: й ё', 'выборы-в-україні-й-ё'],
    ['हिन्दी समाचार', 'हिन्दी-समाचार'],
    ['한국 뉴스', '한국-뉴스'],
  ])('keeps the letters of other scripts: %j', (text, expected) => {
    expect(slug(text)).toBe(expected)
  })

  it.each(['', '???', '…—', '🗞️🔥', '\u0301', '\ud800', "''"])(
    'is empty without letters and digits: %j',
    (text) => {
      expect(slug(text)).toBe('')
    },
  )

  it('ends at a word, or between characters of a text without spaces', () => {
    const words = slug('word '.repeat(50))
    expect(words.length).toBeLessThanOrEqual(80)
    expect(words).toMatch(/^(word-)+word$/)
    expect(slug('東'.repeat(500))).toBe('東'.repeat(80))
    expect(slug(`a${'𠀀'.repeat(200)}`)).toBe(`a${'𠀀'.repeat(39)}`)
  })

  it('is one safe, stable segment of a path', () => {
    const unit = fc.constantFrom(
      ...[
        "'",
        '-',
        '/',
        '\\',
        '%',
        '?',
        '#',
        '.',
        ' ',
        '\n',
        '\0',
        '\u0301',
        '\u0651',
        '\u200B',
        '\u200C',
        '\u202E',
      ],
      ...[
        'a',
        'É',
        'e\u0301',
        'İ',
        'ß',
        'ﬁ',
        'ŉ',
        '½',
        '１',
        ',',
        '7',
        'ー',
        '東',
        '𠀀',
        '🔥',
        '\ud800',
        '\udc00',
      ],
      ...['أ', 'ـ', 'ש', 'й', '한', 'ᴬ', 'ΐ', 'ǅ', 'हि', '\u0640', 'ᾳ', 'ĳ', '℀', '²', '٣'],
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 120 }), (text) => {
        const result = slug(text)
        expect(result).toMatch(/^([\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*)?$/u)
        expect(result.length).toBeLessThanOrEqual(80)
        const url = new URL(`https://news.example/article/x/${encodeURIComponent(result)}`)
        expect(decodeURIComponent(url.pathname.split('/')[3] ?? '')).toBe(result)
        expect(slug(result)).toBe(result)
      }),
      { numRuns: 1_000 },
    )
  })
})

it.each([
  [{ typed: 'd', current: 'c' }, 'd'],
  [{ typed: 'taken' }, undefined],
  [{ current: 'c' }, 'c'],
  [{ name: 'Free' }, 'free'],
  [{ name: 'Taken' }, 'taken-3'],
  [{ name: '!' }, 'topic'],
])('chooses the slug of %j', (page, slug) => {
  const all = { typed: '', current: undefined, name: 'Name', kind: 'topic', ...page }
  expect(chooseSlug(all, new Set(['taken', 'taken-2']))).toBe(slug)
})
