import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodeDocument } from './decode-document.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (const [index, character] of [...text].entries())
    view.setUint16(index * 2, character.charCodeAt(0), littleEndian)
  return new Uint8Array(view.buffer)
}
const utf32 = (text: string, littleEndian: boolean) => {
  const characters = [...text]
  const view = new DataView(new ArrayBuffer(characters.length * 4))
  for (const [index, character] of characters.entries())
    view.setUint32(index * 4, character.codePointAt(0) ?? 0, littleEndian)
  return new Uint8Array(view.buffer)
}
const prolog = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`

describe('decodeDocument', () => {
  it.each<[name: string, bytes: Uint8Array, contentType: string | null, text: string]>([
    ['decodes undeclared UTF-8 as UTF-8', utf8('<a>é€😀</a>'), null, '<a>é€😀</a>'],
    [
      'decodes other undeclared bytes as windows-1252',
      bytes('<a>not\xedcias \x96</a>'),
      null,
      '<a>notícias –</a>',
    ],
    ['uses the charset of the Content-Type', bytes('<a>\xd6</a>'), 'text/xml; charset=koi8-r', '<a>ж</a>'],
    ['reads a quoted charset', bytes('<a>\xd6</a>'), 'text/xml; Charset="KOI8-R"; x=y', '<a>ж</a>'],
    [
      'uses the encoding of the XML declaration',
      bytes(`${prolog('koi8-r')}<a>\xd6</a>`),
      'text/xml',
      `${prolog('koi8-r')}<a>ж</a>`,
    ],
    [
      'uses the encoding of a declaration after a comment',
      bytes(`<!-- x -->${prolog('koi8-r')}<a>\xd6</a>`),
      null,
      `<!-- x -->${prolog('koi8-r')}<a>ж</a>`,
    ],
    [
      'recognises UTF-8 that is cut within a character',
      Buffer.from(`${prolog('koi8-r')}жжжжж`).subarray(0, -1),
      null,
      `${prolog('koi8-r')}жжжж\uFFFD`,
    ],
    [
      'prefers the Content-Type to the declaration',
      bytes(`${prolog('koi8-r')}\xe9`),
      'text/xml; charset=windows-1251',
      `${prolog('koi8-r')}й`,
    ],
    [
      'ignores an unknown charset',
      bytes(`${prolog('koi8-r')}\xd6`),
      'text/xml; charset=x-none',
      `${prolog('koi8-r')}ж`,
    ],
    ['ignores an unknown declared encoding', utf8(`${prolog('x-none')}é`), null, `${prolog('x-none')}é`],
    [
      'falls back when the header declares UTF-8 and the bytes are not UTF-8',
      bytes('<a>not\xedcias</a>'),
      'text/xml; charset=utf-8',
      '<a>notícias</a>',
    ],
    [
      'falls back to the declared encoding',
      bytes(`${prolog('koi8-r')}\xd6`),
      'text/xml; charset=utf-8',
      `${prolog('koi8-r')}ж`,
    ],
    [
      'ignores a declaration of Latin-1 if the bytes are UTF-8',
      utf8('<a>café</a>'),
      'text/xml; charset=ISO-8859-1',
      '<a>café</a>',
    ],
    [
      'ignores a declaration of koi8-r if the bytes are evidently UTF-8',
      utf8(`${prolog('koi8-r')}<a>новости</a>`),
      'text/xml; charset=windows-1251',
      `${prolog('koi8-r')}<a>новости</a>`,
    ],
    [
      'decodes escape sequences of the declared encoding',
      bytes(`${prolog('iso-2022-jp')}<a>\x1b$B?7J9\x1b(B</a>`),
      null,
      `${prolog('iso-2022-jp')}<a>新聞</a>`,
    ],
    ['decodes UTF-16 after a line break', utf16('\n<a>é</a>', false), null, '\n<a>é</a>'],
    [
      'decodes Latin-1 as windows-1252',
      bytes('<a>\x93caf\xe9\x94</a>'),
      'text/xml; charset=ISO-8859-1',
      '<a>“café”</a>',
    ],
    [
      'prefers a byte order mark to any declaration',
      utf8('\uFEFF<a>é</a>'),
      'text/xml; charset=koi8-r',
      '<a>é</a>',
    ],
    [
      'decodes UTF-16 with a byte order mark',
      utf16('\uFEFF<a>é€</a>', true),
      'text/xml; charset=utf-8',
      '<a>é€</a>',
    ],
    ['decodes big-endian UTF-16 with a byte order mark', utf16('\uFEFF<a>é€</a>', false), null, '<a>é€</a>'],
    [
      'decodes UTF-16 without a byte order mark',
      utf16('<a>é€</a>', true),
      'text/xml; charset=utf-16',
      '<a>é€</a>',
    ],
    [
      'ignores a declaration of UTF-16 if the bytes are not UTF-16',
      utf8(`${prolog('utf-16')}é`),
      null,
      `${prolog('utf-16')}é`,
    ],
    [
      'decodes UTF-8 with one invalid character',
      new Uint8Array([...utf8('<a>àéîõü'), 0xc3, ...utf8('</a>')]),
      null,
      '<a>àéîõü\uFFFD</a>',
    ],
    ['decodes UTF-32 with a byte order mark', utf32('\uFEFF<a>é😀</a>', true), null, '<a>é😀</a>'],
    ['decodes big-endian UTF-32 with a byte order mark', utf32('\uFEFF<a>é</a>', false), null, '<a>é</a>'],
    ['decodes UTF-32 without a byte order mark', utf32('<a>é</a>', false), null, '<a>é</a>'],
    ['decodes encodings of DOS', bytes(`${prolog('cp437')}<a>\x80</a>`), null, `${prolog('cp437')}<a>Ç</a>`],
    [
      'decodes invalid bytes in a declared encoding',
      bytes(`${prolog('koi8-r')}<a>\xd6</a>`),
      'text/xml; charset=utf-8',
      `${prolog('koi8-r')}<a>ж</a>`,
    ],
    [
      'ignores a declaration of an encoding of bytes',
      bytes(`${prolog('base64')}\xe9`),
      null,
      `${prolog('base64')}é`,
    ],
    ['returns an empty string for an empty document', new Uint8Array(), null, ''],
  ])('%s', (_, given, contentType, text) => {
    expect(decodeDocument(given, contentType)).toBe(text)
  })

  it.each([
    ['windows-1251', 'Президент подписал новый закон о бюджете на следующий год'],
    ['koi8-r', 'Президент подписал новый закон о бюджете на следующий год'],
    ['shift_jis', '首相は新しい予算案について記者会見を開きました。'],
    ['euc-kr', '대통령은 내년도 예산안에 대한 기자회견을 열었습니다'],
    ['gb18030', '总统签署了关于明年预算的新法律'],
    ['iso-8859-7', 'Ο πρόεδρος υπέγραψε τον νέο νόμο για τον προϋπολογισμό'],
    ['windows-1255', 'הנשיא חתם על החוק החדש בנושא התקציב לשנה הבאה'],
    ['windows-1252', 'Der Präsident hat das neue Gesetz „über den Haushalt“ unterzeichnet'],
  ])('detects undeclared %s', (encoding, sentence) => {
    const text = `<rss><channel><title>${sentence}</title><link>https://paper.example/</link></channel></rss>`
    expect(decodeDocument(iconv.encode(text, encoding), null)).toBe(text)
  })
})
