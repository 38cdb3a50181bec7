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
    ['takes undeclared UTF-8 for UTF-8', utf8('<a>é€😀</a>'), null, '<a>é€😀</a>'],
    [
      'takes undeclared other bytes for windows-1252',
      bytes('<a>not\xedcias \x96</a>'),
      null,
      '<a>notícias –</a>',
    ],
    ['follows the Content-Type', bytes('<a>\xd6</a>'), 'text/xml; charset=koi8-r', '<a>ж</a>'],
    ['reads a quoted charset', bytes('<a>\xd6</a>'), 'text/xml; Charset="KOI8-R"; x=y', '<a>ж</a>'],
    [
      'follows the XML declaration',
      bytes(`${prolog('koi8-r')}<a>\xd6</a>`),
      'text/xml',
      `${prolog('koi8-r')}<a>ж</a>`,
    ],
    [
      'puts the Content-Type before the declaration',
      bytes(`${prolog('koi8-r')}\xe9`),
      'text/xml; charset=windows-1251',
      `${prolog('koi8-r')}й`,
    ],
    [
      'passes over a charset that nobody knows',
      bytes(`${prolog('koi8-r')}\xd6`),
      'text/xml; charset=x-none',
      `${prolog('koi8-r')}ж`,
    ],
    ['passes over an unknown declaration', utf8(`${prolog('x-none')}é`), null, `${prolog('x-none')}é`],
    [
      'falls back when the header says UTF-8 and it is not',
      bytes('<a>not\xedcias</a>'),
      'text/xml; charset=utf-8',
      '<a>notícias</a>',
    ],
    [
      'falls back to what the declaration says',
      bytes(`${prolog('koi8-r')}\xd6`),
      'text/xml; charset=utf-8',
      `${prolog('koi8-r')}ж`,
    ],
    [
      'does not believe in Latin-1 where the bytes are UTF-8',
      utf8('<a>café</a>'),
      'text/xml; charset=ISO-8859-1',
      '<a>café</a>',
    ],
    [
      'reads Latin-1 as windows-1252',
      bytes('<a>\x93caf\xe9\x94</a>'),
      'text/xml; charset=ISO-8859-1',
      '<a>“café”</a>',
    ],
    ['lets a byte order mark outrank all', utf8('\uFEFF<a>é</a>'), 'text/xml; charset=koi8-r', '<a>é</a>'],
    ['reads UTF-16 with a mark', utf16('\uFEFF<a>é€</a>', true), 'text/xml; charset=utf-8', '<a>é€</a>'],
    ['reads big-endian UTF-16 with a mark', utf16('\uFEFF<a>é€</a>', false), null, '<a>é€</a>'],
    ['reads UTF-16 without a mark', utf16('<a>é€</a>', true), 'text/xml; charset=utf-16', '<a>é€</a>'],
    [
      'does not believe in UTF-16 where there is none',
      utf8(`${prolog('utf-16')}é`),
      null,
      `${prolog('utf-16')}é`,
    ],
    [
      'keeps UTF-8 with one broken character',
      new Uint8Array([...utf8('<a>àéîõü'), 0xc3, ...utf8('</a>')]),
      null,
      '<a>àéîõü\uFFFD</a>',
    ],
    ['gives nothing for nothing', new Uint8Array(), null, ''],
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
    ['what a server printed by mistake', 'Notice: undefined index on line 3\n'],
  ])('finds the root behind %s', (_, prolog) => {
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
  ])('names the root of %s', (text, root) => {
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
  ])('refuses a document that declares %s', (declaration) => {
    expect(removeProlog(`<!DOCTYPE rss [ ${declaration} ]><rss/>`)).toEqual({
      kind: 'invalid',
      reason: 'The document declares entities of its own.',
    })
  })
})
