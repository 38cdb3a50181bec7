import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { createDocument, readForm, unsupportedHtml } from '#features/drafts/rules/draft-document.ts'
import { provideBrowserWindow } from '#platform/testing/browser-window.ts'
import { cleanPastedHtml } from './clean-pasted-html.ts'

provideBrowserWindow()

const copied = (name: string) =>
  readFileSync(new URL(`../../testing/clipboard/${name}.html`, import.meta.url), 'utf8')

it.each([
  [
    'word',
    `<h2>Harbour wall opens</h2><h2>The works</h2>
     <p>The wall <strong>cost <em>£4m</em></strong>, <strong>twice</strong> the plan, said <a href="https://example.org/minutes?id=7">the minutes</a>[1].</p>
     <p>It was late.</p>
     <ul><li><p>Stone from Portland</p><ul><li><p>Cut <strong>by hand</strong></p><ol><li>In May</li></ol></li></ul></li><li><p>Steel</p><p>from Sheffield</p></li></ul>
     <ol><li>Plan</li><li>Build</li></ol>
     <h3>What people say</h3>
     <blockquote><p>It is high.</p><p>And <em>grey</em>.</p></blockquote>
     <figure><table><tbody><tr><td>Length</td><td>90 m</td></tr></tbody></table></figure>
     <p>The end.</p>`,
  ],
  [
    'google-docs',
    `<h2>Harbour wall opens</h2>
     <p>The wall <strong>cost <em>£4m</em></strong>, said <a href="https://example.org/minutes?id=7">the minutes</a>.</p>
     <p><em>It was late.</em><br>By a year.</p>
     <h3>The works</h3>
     <ul><li><p>Stone from Portland</p><ul><li><p>Cut <strong>by hand</strong></p><ol><li>In May</li></ol></li></ul></li><li>Steel</li></ul>
     <ol><li>Plan</li><li>Build</li></ol>
     <p>The end.</p><figure class="pasted-image" data-id="0" data-address="https://lh7-rt.googleusercontent.com/docsz/abc"><figcaption></figcaption></figure>`,
  ],
])(
  'keeps headings, bold, italic, links, lists, quotes and images of %s, and nothing else',
  (name, expected) => {
    const cleaned = cleanPastedHtml(copied(name)).html
    expect(unsupportedHtml(cleaned)).toEqual([])
    const parse = (html: string) => new window.DOMParser().parseFromString(html, 'text/html').body
    const { content } = readForm(createDocument({ ...EMPTY_ARTICLE, content: cleaned }, parse))
    expect(content.replace(/data-id="[^"]*"/, 'data-id="0"')).toBe(expected.replace(/\n\s+/g, ''))
  },
)

it.each([
  ['text in a line', 'Tea <b>at</b> four', 'Tea <strong>at</strong> four'],
  [
    'no text that the editor has copied',
    '<h3 data-masthead-copy="" data-pm-slice="1 1 []">Tea</h3>',
    '<h3 data-masthead-copy="" data-pm-slice="1 1 []">Tea</h3>',
  ],
  [
    'text of other editors that use ProseMirror',
    '<h1 data-pm-slice="1 1 []">Tea</h1><p>At <a href="https://www.google.com/url?q=https://example.org/four&amp;sa=D">four</a></p>',
    '<h2>Tea</h2><p>At <a href="https://example.org/four">four</a></p>',
  ],
  [
    'superscript and subscript, by element and by style',
    '<p>H<sub>2</sub>O, 4 m<span style="vertical-align:super;font-size:0.6em">2</span>, x<sup><i>n</i></sup></p>',
    '<p>H<sub>2</sub>O, 4 m<sup>2</sup>, x<em><sup>n</sup></em></p>',
  ],
  [
    'baselines within a script',
    '<sup>a<span style="vertical-align: baseline">b</span></sup>',
    '<sup>a</sup>b',
  ],
  [
    'struck-out text',
    '<p>It costs <s>four</s> <span style="text-decoration:underline line-through">five</span><del>six</del> seven</p>',
    '<p>It costs   seven</p>',
  ],
  [
    'tables with headers, spans and captions',
    '<table style="x"><caption>Votes</caption><colgroup><col></colgroup><tr><th colspan="2">Ward</th></tr><tr><td>North</td><td><p>1</p><p>2</p></td></tr></table>',
    '<figure><table><tbody><tr><th colspan="2">Ward</th></tr><tr><td>North</td><td><p>1</p><p>2</p></td></tr></tbody></table><figcaption>Votes</figcaption></figure>',
  ],
  [
    'the text of tables that are layouts',
    '<table><tr><td><h2>Tea</h2></td><td>Menu</td></tr></table><table><tr><td>Milk</td></tr></table>',
    '<h2>Tea</h2><p>Menu</p><p>Milk</p>',
  ],
  ['dividers', '<p>a</p><hr class="x"><p>b</p>', '<p>a</p><hr><p>b</p>'],
  [
    'the number of the first item',
    '<ol start="7"><li>Tea</li></ol>',
    '<ol start="7"><li><p>Tea</p></li></ol>',
  ],
  [
    'the state of checkboxes',
    '<ul><li><input type="checkbox" checked disabled>Tea</li><li><input type="checkbox">Milk</li></ul>',
    '<ul><li><p>☑ Tea</p></li><li><p>☐ Milk</p></li></ul>',
  ],
  [
    'the state of items, of which apps strike out what is done',
    '<ul><li role="checkbox" aria-checked="true"><p><span style="text-decoration:line-through">Tea</span></p></li><li data-checked="false">Milk</li></ul>',
    '<ul><li><p>☑ Tea</p></li><li><p>☐ Milk</p></li></ul>',
  ],
  [
    'marks of an encyclopaedia',
    '<h2>Tea<span class="mw-editsection">[<a href="https://w.example/edit">edit</a>]</span></h2><p>Old.<sup class="reference"><a href="https://w.example/#n">[1]</a></sup></p>',
    '<h2>Tea</h2><p>Old.</p>',
  ],
  [
    'elements that are shown as blocks',
    '<span style="display:block">Tea</span><span style="display: flex"><span style="display:inline-block">at</span><span style="display:inline-block">four</span></span>',
    '<p>Tea</p><p>at  four</p>',
  ],
  [
    'words of which a part has a style',
    '<p>un<span style="color:red">believ</span>able</p>',
    '<p>unbelievable</p>',
  ],
  ['characters that cannot be seen', '<p>Tea\u00adtime\u200b\ufeff</p>', '<p>Teatime</p>'],
  [
    'lines of preformatted text',
    '<pre>Tea\n  at <b>four\nsharp</b></pre>',
    '<p>Tea<br>  at <strong>four</strong><br><strong>sharp</strong></p>',
  ],
  ['quotation marks that browsers add', '<p>She said <q>tea</q></p>', '<p>She said “tea”</p>'],
  [
    'weights that are not bold',
    '<b style="font-weight: 500">Tea</b><span style="font-weight:600"> at</span>',
    'Tea<strong> at</strong>',
  ],
  [
    'text that is bold except for a part',
    '<b>Tea <span style="font-weight:normal">at</span></b>',
    '<strong>Tea </strong>at',
  ],
  [
    'text between blocks',
    'Tea<h2>At</h2>four<div>o’clock</div>',
    '<p>Tea</p><h2>At</h2><p>four</p><p>o’clock</p>',
  ],
  ['a line break, but not at an end', '<p><br>Tea<br>at four<br><br>&nbsp;</p>', '<p>Tea<br>at four</p>'],
  ['levels of headings without a title', '<h2>Tea</h2><h6>At</h6>', '<h2>Tea</h2><h6>At</h6>'],
  [
    'levels of headings below a title',
    '<h1>Tea</h1><h2>At</h2><h6>four</h6>',
    '<h2>Tea</h2><h3>At</h3><h6>four</h6>',
  ],
  ['a heading with a block', '<h2><div>Tea</div><div>at four</div></h2>', '<h2>Tea  at four</h2>'],
  [
    'a link around blocks',
    '<a href="https://example.org/?gclid=1"><h3>Tea</h3><p>at</p></a>',
    '<h3><a href="https://example.org/">Tea</a></h3><p><a href="https://example.org/">at</a></p>',
  ],
  [
    'links within the document, as text',
    '<p><a href="#a">Tea</a> <a href="javascript:alert(1)">at</a></p>',
    '<p>Tea at</p>',
  ],
  [
    'lists without items, and text in lists',
    '<ul>Tea<p>at</p><ul><li> </li></ul></ul><ol> </ol>',
    '<ul><li><p>Tea</p></li><li><p>at</p></li></ul>',
  ],
  [
    'lists beside the items that they belong to',
    '<ul>\n<li>Tea</li>\n<ul>\n<li>Milk</li>\n</ul>\n<li>Cake</li>\n</ul>',
    '<ul><li><p>Tea</p><ul><li><p>Milk</p></li></ul></li><li><p>Cake</p></li></ul>',
  ],
  [
    'quotes with text alone',
    '<blockquote>Tea</blockquote><blockquote><p></p></blockquote>',
    '<blockquote><p>Tea</p></blockquote>',
  ],
  [
    'special characters',
    '<p>a &lt;b&gt; &amp; "c"<script>alert(1)</script><style>p{}</style><!-- d --></p>',
    '<p>a &lt;b&gt; &amp; &quot;c&quot;</p>',
  ],
  ['white space of the source', '<p>\n  Tea\n  at&nbsp;four </p>\n<p>  </p>', '<p>Tea at\u00a0four</p>'],
  ['nothing', '', ''],
])('cleans %s', (_, html, cleaned) => {
  expect(cleanPastedHtml(html).html).toBe(cleaned)
})

const item = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${marker}<span>&nbsp;</span></span>${text}</p>`

it.each([
  [
    'one that begins inside',
    [item(2, '·', 'a'), item(1, '·', 'b')],
    '<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul>',
  ],
  [
    'one that skips a level',
    [item(1, '·', 'a'), item(3, '·', 'b'), item(2, '·', 'c')],
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul><ul><li><p>c</p></li></ul></li></ul>',
  ],
  [
    'two of different kinds',
    [item(1, 'o', 'a'), item(1, 'a)', 'b'), item(1, '2.1', 'c')],
    '<ul><li><p>a</p></li></ul><ol><li><p>b</p></li><li><p>c</p></li></ol>',
  ],
  [
    'two with text between',
    [item(1, '-', 'a'), '<p>b</p>', item(1, '-', 'c')],
    '<ul><li><p>a</p></li></ul><p>b</p><ul><li><p>c</p></li></ul>',
  ],
  [
    'one that continues',
    [item(1, '4.', 'a'), item(1, '5.', 'b')],
    '<ol start="4"><li><p>a</p></li><li><p>b</p></li></ol>',
  ],
  [
    'one with an empty item',
    [item(1, '-', 'a'), item(1, '-', ''), item(1, '-', 'c')],
    '<ul><li><p>a</p></li><li><p>c</p></li></ul>',
  ],
])('reads lists of Word: %s', (_, paragraphs, cleaned) => {
  expect(cleanPastedHtml(paragraphs.join('\n')).html).toBe(cleaned)
})

it('repeats no long link for each part of its text', () => {
  const link = `<a href="https://example.org/${'a'.repeat(10_000)}">${'<b>x</b>'.repeat(1_000)}</a>`
  expect(cleanPastedHtml(link).html.length).toBeLessThan(2 * link.length)
})
