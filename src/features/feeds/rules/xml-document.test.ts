import { describe, expect, it } from 'vitest'
import { xmlDocument } from './xml-document.ts'

describe('xmlDocument', () => {
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
    expect(xmlDocument(`${prolog}<rss version="2.0"/>`)).toEqual({
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
    expect(xmlDocument(text)).toEqual({ kind: 'document', root, text })
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
    expect(xmlDocument(text)).toEqual({ kind: 'invalid', reason: 'The document is not XML.' })
  })

  it.each([
    '<!ENTITY a "x"><!ENTITY b "&a;&a;">',
    `<!ENTITY b '&a;'>`,
    '<!ENTITY a SYSTEM "file:///etc/passwd">',
    '<!entity a PUBLIC "x" "https://a.example/x">',
  ])('refuses a document that declares %s', (declaration) => {
    expect(xmlDocument(`<!DOCTYPE rss [ ${declaration} ]><rss/>`)).toEqual({
      kind: 'invalid',
      reason: 'The document declares entities of its own.',
    })
  })
})
