import { describe, expect, it } from 'vitest'
import { processorMs } from '#platform/testing/hostile-texts.ts'
import { parseFeed } from './parse-feed.ts'
import { readEntities, removeProlog, resolveEntities } from './xml-document.ts'

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

const NONE = new Map<string, string>()

describe('resolveEntities', () => {
  it.each([
    ['Caf&eacute; &mdash; open', 'Café — open'],
    ['Tea&nbsp;time', 'Tea\u00A0time'],
    ['&LT;b&GT; &AMP;', '&lt;b&gt; &amp;'],
    ['<a title="&QUOT;&rdquo;"/>', '<a title="&quot;”"/>'],
    ['&amp;eacute; &lt; &gt; &quot; &apos; &#233;', '&amp;eacute; &lt; &gt; &quot; &apos; &#233;'],
    ['&unknown; a&b; c & d', '&unknown; a&b; c & d'],
    ['?a=1&copy=2', '?a=1&copy=2'],
    ['<![CDATA[&eacute;]]>&eacute;<!-- &eacute; -->', '<![CDATA[&eacute;]]>é<!-- &eacute; -->'],
  ])('resolves those of HTML in %s', (xml, resolved) => expect(resolveEntities(xml, NONE)).toBe(resolved))

  it('resolves those of the document type', () => {
    const entities = readEntities(
      `<!DOCTYPE rss [ <!ENTITY paper "The &#8220;Gazette&#8221;"><!ENTITY town 'Port'><!ENTITY b "<b/>">
       <!ENTITY % part "x"><!ENTITY far SYSTEM "x.ent"><!ENTITY nested "&town;"> ]>`,
    )
    expect(Object.fromEntries(entities)).toEqual({ paper: 'The &#8220;Gazette&#8221;', town: 'Port' })
    expect(resolveEntities('<a b="&town;">&paper; &far;</a>', entities)).toBe(
      '<a b="Port">The &#8220;Gazette&#8221; &far;</a>',
    )
  })

  it('bounds the result', () => {
    const entities = readEntities(`<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "${'x'.repeat(101)}">`)
    expect(resolveEntities('&b;', entities)).toBe('&b;')
    expect(resolveEntities('&a;'.repeat(500_000), entities).length).toBeLessThan(3_000_000)
  })

  it.each([
    ['the same', '&zz;'.repeat(500_000)],
    ['different', Array.from({ length: 300_000 }, (_, n) => `&z${n};`).join('')],
    ['unfinished', '&zz'.repeat(500_000)],
    ['sections', '<![CDATA['.repeat(200_000)],
  ])('takes a time proportional to the length with many references: %s', (_, xml) => {
    expect(processorMs(() => resolveEntities(xml, NONE))).toBeLessThan(1_000)
  })
})

it('reads entities in the content of a feed', () => {
  const feed = `<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY paper "Harbour Gazette">]>
    <feed xmlns="http://www.w3.org/2005/Atom"><title>&paper;</title><entry><id>1</id><title>Caf&eacute;</title>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Tea&nbsp;&amp;amp;</p></div></content>
    </entry></feed>`
  expect(parseFeed(feed, 'https://paper.example/')).toMatchObject({
    error: null,
    feed: {
      title: { value: 'Harbour Gazette' },
      items: [{ title: { value: 'Café' }, contentHtml: '<p>Tea\u00A0&amp;amp;</p>' }],
    },
  })
})
