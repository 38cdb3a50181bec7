import { expect, it } from 'vitest'
import { cleanXmlText, escapeXml } from './xml-text.ts'

it.each([
  ['plain text', 'Baths reopen', 'Baths reopen'],
  ['white space', 'a\tb\nc\rd', 'a\tb\nc\rd'],
  ['controls', 'a\u0000b\u000bc\u001f', 'abc'],
  ['a lone surrogate', 'a\udc00b', 'a\ufffdb'],
  ['a surrogate pair', '😀', '😀'],
  ['non-characters', 'a\ufffeb\uffff', 'ab'],
])('cleanXmlText returns valid XML characters for %s', (_, text, expected) => {
  expect(cleanXmlText(text)).toBe(expected)
})

it('escapeXml escapes markup', () => {
  expect(escapeXml('<a href="x">&\u0000</a>]]>')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;]]&gt;')
})
