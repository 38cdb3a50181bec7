import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatBody } from '#kernel/text/body.ts'
import { parseHtml } from '../testing/documents.ts'
import { EMPTY_ARTICLE } from './article-fields.ts'
import { createDocument, readForm, unsupportedHtml } from './draft-document.ts'

const roundTrip = (more: Partial<typeof EMPTY_ARTICLE>) => {
  const document = createDocument({ ...EMPTY_ARTICLE, ...more }, parseHtml)
  document.check()
  return readForm(document)
}

describe('the text of a document', () => {
  it.each([
    ['plain text', 'Tea at four.', '<p>Tea at four.</p>'],
    ['paragraphs of plain text', 'Tea.\n\nMilk & sugar.', '<p>Tea.</p><p>Milk &amp; sugar.</p>'],
    [
      'marks',
      '<p><a href="https://x.example/?a=1&amp;b=2">Tea <em>at</em></a> <b>four</b></p>',
      '<p><a href="https://x.example/?a=1&amp;b=2">Tea <em>at</em></a> <strong>four</strong></p>',
    ],
    ['small letters', '<p>10<sup>2</sup> H<sub>2</sub>O</p>', '<p>10<sup>2</sup> H<sub>2</sub>O</p>'],
    [
      'lists in lists',
      '<ul><li>one</li><li>two<ol start="3"><li>x</li></ol></li></ul>',
      '<ul><li>one</li><li><p>two</p><ol start="3"><li>x</li></ol></li></ul>',
    ],
    ['line breaks and hard spaces', '<p>a<br>b&nbsp;c &lt;</p>', '<p>a<br>b&nbsp;c &lt;</p>'],
    ['quotations', '<blockquote><p>q</p></blockquote>', '<blockquote><p>q</p></blockquote>'],
    ['elements without meaning', '<p><span>Tea</span></p><div>at four</div>', '<p>Tea</p><p>at four</p>'],
    ['no empty paragraphs at the end', '<p>Tea</p><p></p>', '<p>Tea</p>'],
    ['nothing', '', ''],
  ])('keeps %s', (_, content, expected) => {
    expect(roundTrip({ content }).content).toBe(expected)
    expect(roundTrip({ content: expected }).content).toBe(expected)
  })

  it.each([
    ['dividers', '<p>a</p><hr><p>b</p>'],
    [
      'pull quotes',
      '<figure class="pull-quote"><p>Tea <em>at</em> four</p><figcaption>Ada Lane</figcaption></figure>',
    ],
    [
      'embeds',
      '<figure class="embed" data-address="https://x.com/NASA/status/18165402134674" data-image="/storage/article-images/embed-1.webp" data-width="320" data-height="320">' +
        '<blockquote><p>Tea<br>at &lt;four&gt;</p><p>Milk</p></blockquote><p><a href="https://x.com/NASA/status/18165402134674">Post on X</a></p><figcaption>NASA</figcaption></figure>',
    ],
    [
      'charts',
      '<figure class="chart" data-chart="line"><p><strong>Tea &amp; milk</strong></p><p>Cups</p><table><thead><tr><th scope="col"></th><th scope="col">Tea</th></tr></thead>' +
        '<tbody><tr><th scope="row">2025</th><td>1,200</td></tr><tr><th scope="row">2026</th><td></td></tr></tbody></table><figcaption>Source: Tea board</figcaption></figure>',
    ],
    ['fact boxes', '<aside class="fact-box"><h3>Tea</h3><p>At four.</p><ul><li>Milk</li></ul></aside>'],
    [
      'tables with headers, captions and spans',
      '<figure><table><thead><tr><th scope="col">Ward</th><th scope="col">Votes</th></tr></thead><tbody>' +
        '<tr><td rowspan="2">North</td><td>120</td></tr><tr><td>10<sup>2</sup></td></tr></tbody></table>' +
        '<figcaption>Votes by <a href="https://x.example/">ward</a></figcaption></figure>',
    ],
    [
      'tables that readers can sort',
      '<figure class="sortable"><table><thead><tr><th scope="col">Ward</th></tr></thead><tbody><tr><td>North</td></tr></tbody></table></figure>',
    ],
    [
      'images with captions and credits',
      '<figure class="wide"><img src="/storage/article-images/1_ferry.jpg" alt="A &quot;ferry&quot;" width="1600" height="900">' +
        '<figcaption><span>The <em>last</em> ferry</span> <cite>Ada Lane</cite></figcaption></figure>',
    ],
    [
      'galleries',
      '<div class="gallery">' +
        '<figure><img src="/storage/article-images/1_a.jpg" alt="" width="16" height="9"></figure>' +
        '<figure><img src="/storage/article-images/1_b.jpg" alt="B" width="16" height="9"><figcaption><cite>Ben</cite></figcaption></figure>' +
        '</div>',
    ],
    [
      'videos',
      '<figure class="video"><video src="/storage/article-images/1_a.mp4" width="16" height="9" poster="/storage/article-images/2_b.jpg"></video>' +
        '<figcaption><span>The <em>talk</em></span> <cite>Ada Lane</cite></figcaption></figure>',
    ],
    [
      'audio',
      '<figure class="audio"><audio src="/storage/article-images/1_a.mp3"></audio><figcaption><cite>Ben</cite></figcaption></figure>',
    ],
  ])('keeps %s', (_, content) => {
    expect(roundTrip({ content }).content).toBe(content)
  })

  it.each([
    [
      '<table class="x"><caption>Votes</caption><tr><td>1</td></tr></table>',
      '<figure><table><tbody><tr><td>1</td></tr></tbody></table><figcaption>Votes</figcaption></figure>',
    ],
    ['<p class="x" id="y" style="color: red">Tea</p><!-- c -->', '<p>Tea</p>'],
    [
      '<figure><img src="https://example.org/a.jpg" alt="A" width="1" height="1"></figure>',
      '<figure><img src="https://example.org/a.jpg" alt="A" width="1" height="1"></figure>',
    ],
    [
      '<figure class="chart" data-chart="pie"><p>Tea <em>at</em> four</p><table><tr><td>1</td></tr></table></figure>',
      '<figure class="chart" data-chart="pie"><p>Tea <em>at</em> four</p><table><tr><td>1</td></tr></table></figure>',
    ],
    ['<figure class="other"><p>Tea</p></figure>', '<figure class="other"><p>Tea</p></figure>'],
    [
      '<figure><table><tr><td><table><tr><td>1</td></tr></table></td></tr></table></figure>',
      '<figure><table><tr><td><table><tr><td>1</td></tr></table></td></tr></table></figure>',
    ],
    [
      '<blockquote><table><tr><td>1</td></tr></table></blockquote>',
      '<blockquote><table><tr><td>1</td></tr></table></blockquote>',
    ],
  ])('reads %s as %s', (html, expected) => {
    expect(roundTrip({ content: html }).content).toBe(expected)
  })

  it.each([
    '<p lang="fr">bonjour</p>',
    '<figure><figcaption>Tea</figcaption></figure>',
    '<h1>Tea</h1>',
    '<pre>a  b</pre>',
    '<figure class="video"><video src="https://example.org/a.mp4" width="16" height="9"></video></figure>',
    '<figure class="audio"><audio src="javascript:alert(1)"></audio></figure>',
  ])('keeps %s, which no other block can hold, as HTML', (html) => {
    expect(roundTrip({ content: `<p>before</p>${html}<p>after</p>` }).content).toBe(
      `<p>before</p>${html}<p>after</p>`,
    )
  })

  it('has no link that readers may not get', () => {
    expect(roundTrip({ content: '<p><a href="javascript:alert(1)">Tea</a></p>' }).content).toBe('<p>Tea</p>')
  })

  it('is the same after another round', () => {
    const text = fc.stringMatching(/^[\w &<>"é\u00a0]{0,20}$/)
    const inline = text.map((value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    const block = fc.oneof(
      inline.map((value) => `<p>${value}</p>`),
      inline.map((value) => `<h3><em>${value}</em></h3>`),
      inline.map((value) => `<ul><li>${value}</li></ul>`),
    )
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const { content } = roundTrip({ content: blocks.join('') })
        expect(roundTrip({ content }).content).toBe(content)
      }),
    )
  })
})

it('says what the stored HTML says, however it is written', () => {
  const { html } = fc.letrec<{ html: string }>((tie) => ({
    html: fc
      .array(fc.oneof({ depthSize: 'small' }, text, image, element(tie('html'))), { maxLength: 4 })
      .map((parts) => parts.join('')),
  }))
  fc.assert(
    fc.property(html, (content) => {
      expect(said(roundTrip({ content }).content)).toEqual(said(formatBody(content)))
    }),
    { numRuns: 200 },
  )
})

const text = fc.stringMatching(/^[a-zé ]{1,12}$/)
const image = fc
  .stringMatching(/^[a-z]{4}$/)
  .map((name) => `<img src="https://example.org/${name}.jpg" alt="${name}">`)
const TAGS =
  'p div span b em sup a ul ol li blockquote pre table td h1 h2 h3 figure figcaption section code br hr caption tr th aside'.split(
    ' ',
  )

function element(content: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...TAGS), content).map(([tag, inner]) => {
    if (tag === 'br' || tag === 'hr') return `<${tag}>`
    if (tag !== 'a') return `<${tag}>${inner}</${tag}>`
    // HTML has no links in links.
    return `<a href="https://example.org/${inner.length}">${inner.replace(/<\/?a\b[^>]*>/g, '')}</a>`
  })
}

/** The words, links and images of HTML, in their order. A link around blocks may become one in each. */
function said(html: string) {
  const body = parseHtml(html)
  const addresses = [...body.querySelectorAll('a, img')].map(
    (one) => one.getAttribute('src') ?? (one.textContent?.trim() ? one.getAttribute('href') : null),
  )
  return {
    words: body.textContent?.replace(/\s+/g, '') ?? '',
    addresses: addresses.filter((one, index) => one !== null && one !== addresses[index - 1]),
  }
}

describe('the standfirst of a document', () => {
  it.each([
    ['Q & A, 1 < 2', 'Q & A, 1 < 2'],
    ['Tea <b>at</b> &amp;c', 'Tea <strong>at</strong> &amp;c'],
    ['&lt;b&gt; is a tag', '&lt;b> is a tag'],
    [
      '<ul><li>Tea</li><li>Milk</li></ul><p>at <b>four</b></p><p>now</p>',
      'Tea Milk at <strong>four</strong> now',
    ],
  ])('reads %j as %j', (summary, expected) => {
    expect(roundTrip({ summary }).summary).toBe(expected)
    expect(roundTrip({ summary: expected }).summary).toBe(expected)
  })
})

it('keeps the fields that are attributes of the document', () => {
  const fields = { author: 'Ada', category: 'Money', imageAlt: '', isBreaking: true } as const
  expect(roundTrip(fields)).toEqual({ ...EMPTY_ARTICLE, ...fields })
})

it.each([
  ['<p>Tea</p>', []],
  ['<pre><code>1</code></pre>', ['<pre>', '<code>']],
  ['<p class="x" lang="fr">Tea</p>', ['lang']],
])('finds what only HTML blocks hold in %j', (html, expected) => {
  expect(unsupportedHtml(html)).toEqual(expected)
})
