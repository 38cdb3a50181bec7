import { describe, expect, it } from 'vitest'
import { removeProlog } from './feed-document.ts'

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
    expect(removeProlog(`${prolog}<rss version="2.0"/>`)).toMatchObject({
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
    expect(removeProlog(text)).toMatchObject({ kind: 'document', root, text })
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
