import { describe, expect, it } from 'vitest'
import { decodeFeed, removeProlog } from './feed-document.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (const [index, character] of [...text].entries())
    view.setUint16(index * 2, character.charCodeAt(0), littleEndian)
  return new Uint8Array(view.buffer)
}
const prolog = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`

describe('decodeFeed', () => {
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
    ['returns an empty string for an empty document', new Uint8Array(), null, ''],
  ])('%s', (_, given, contentType, text) => {
    expect(decodeFeed(given, contentType)).toBe(text)
  })
})

describe('removeProlog', () => {
  it.each([
    ['nothing', ''],
    ['a declaration', '<?xml version="1.0"?>\n'],
    ['instructions', '<?xml version="1.0"?><?xml-stylesheet href="a>b"?>'],
    ['comments', '<!-- <rss> --><!---->'],
    ['a document type', '<!DOCTYPE rss SYSTEM "a>b" >'],
    [
      'an internal subset',
      `<!doctype rss PUBLIC '"' "x" [ <!-- ]> don't --> <!ENTITY nbsp "&#160;"> <!ENTITY % a "]>"> ]>`,
    ],
    ['server output before the document', 'Notice: undefined index on line 3\n'],
  ])('finds the root after %s', (_, prolog) => {
    expect(removeProlog(`${prolog}<rss version="2.0"/>`)).toEqual({
      kind: 'document',
      root: 'rss',
      text: '<rss version="2.0"/>',
    })
  })

  it.each([
    ['<rdf:RDF xmlns="x">', 'rdf:rdf'],
    ['<HTML>', 'html'],
    ['<élan/>', 'élan'],
  ])('returns the root of %s', (text, root) => {
    expect(removeProlog(text)).toEqual({ kind: 'document', root, text })
  })

  it.each([
    '',
    'text',
    '<',
    '</rss>',
    '<1>',
    '<!-- <rss>',
    '<!DOCTYPE rss [',
    '<!DOCTYPE rss "><rss>',
    '<?xml',
  ])('finds no root in %j', (text) => {
    expect(removeProlog(text)).toEqual({ kind: 'invalid', reason: 'The document is not XML.' })
  })

  it.each([
    '<!ENTITY a "x"><!ENTITY b "&a;&a;">',
    `<!ENTITY b '&a;'>`,
    '<!ENTITY a SYSTEM "file:///etc/passwd">',
    '<!entity a PUBLIC "x" "https://a.example/x">',
  ])('rejects a document that declares %s', (declaration) => {
    expect(removeProlog(`<!DOCTYPE rss [ ${declaration} ]><rss/>`)).toEqual({
      kind: 'invalid',
      reason: 'The document declares custom entities.',
    })
  })
})
