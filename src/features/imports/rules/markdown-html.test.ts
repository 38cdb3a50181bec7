import { expect, it } from 'vitest'
import { createTextContext } from '../testing/text-context.ts'
import { convertHtml } from './convert-html.ts'
import { markdownToHtml, notesToHtml } from './markdown-html.ts'
import { readMarkdownElement } from './note-callouts.ts'

function convert(markdown: string) {
  const { context, lost } = createTextContext(readMarkdownElement)
  const findNote = (name: string) => (name === 'Other note' ? '/other-note/' : null)
  return {
    html: convertHtml(notesToHtml(markdown, { findNote, lose: context.lose }), context).replace(/\n/g, ''),
    lost,
  }
}

const embed = (address: string) => expect.stringContaining(`<figure class="embed" data-address="${address}">`)

it.each([
  [
    'headings and marks',
    '## A\n\n**b** *c* `d` ~~e~~ [f](/g)',
    '<h2>A</h2><p><strong>b</strong> <em>c</em> <code>d</code> <s>e</s> <a href="/g">f</a></p>',
  ],
  [
    'lists',
    '- a\n  - b\n- [x] c\n- [ ] d\n\n3. e',
    '<ul><li>a<ul><li>b</li></ul></li><li>☑ c</li><li>☐ d</li></ul><ol start="3"><li>e</li></ol>',
  ],
  [
    'images',
    'a\n\n![A wall](wall.jpg "In May")\n\nb ![](c.png)',
    '<p>a</p><figure><img src="wall.jpg" alt="A wall"></figure><p>b</p><figure><img src="c.png"></figure>',
  ],
  ['code with marks of templates', '```liquid\n{{ x }} [[y]]\n```', '<pre><code>{{ x }} [[y]]</code></pre>'],
  ['footnotes', 'a[^1]\n\n[^1]: b', '<p>a<sup>[1]</sup></p><hr><ol><li><p>b </p></li></ol>'],
  ['HTML', '<div class="x">\n\n**a**\n\n</div>', '<p><strong>a</strong></p>'],
  [
    'links to notes',
    '[[Other note]] [[Other note#A|b]] [[None|c]] [[None]]',
    '<p><a href="/other-note/">Other note</a> <a href="/other-note/">b</a> c None</p>',
  ],
  [
    'images and recordings of Obsidian',
    '![[a.png|300]] ![[b.jpg|A wall]] ![[c.mp3]]',
    '<figure><img src="a.png"></figure><figure><img src="b.jpg" alt="A wall"></figure><figure class="audio"><audio src="c.mp3"></audio></figure>',
  ],
  [
    'callouts',
    '> [!warning]- Mind *it*\n> Hot\n>\n> - a',
    '<aside class="fact-box"><h2>Mind <em>it</em></h2><p>Hot</p><ul><li>a</li></ul></aside>',
  ],
  ['alerts of GitHub', '> [!NOTE]\n> Hot', '<aside class="fact-box"><h2>Note</h2><p>Hot</p></aside>'],
  ['quotes', '> Hot', '<blockquote><p>Hot</p></blockquote>'],
  ['comments', 'a %%b%% c', '<p>a  c</p>'],
  ['references of Hugo', '[a]({{< ref "b.md" >}})', '<p><a href="b.md">a</a></p>'],
  [
    'addresses of Jekyll',
    '[a]({{ site.baseurl }}/b/) ![c]({{ "/d.png" | relative_url }}) [e]({% post_url 2024-01-02-f %})',
    '<p><a href="/b/">a</a>  <a href="2024-01-02-f">e</a></p><figure><img src="/d.png" alt="c"></figure>',
  ],
  [
    'figures of Hugo',
    '{{< figure src="/a.jpg" alt="A" caption="By me" >}}',
    '<figure><img src="/a.jpg" alt="A"><figcaption><span>By me</span></figcaption></figure>',
  ],
  ['players of Hugo', '{{< youtube dQw4w9WgXcQ >}}', embed('https://www.youtube.com/watch?v=dQw4w9WgXcQ')],
  ['posts of Hugo', '{{< x user="a" id="1234567890" >}}', embed('https://x.com/a/status/1234567890')],
  ['players of Jekyll', '{% youtube dQw4w9WgXcQ %}', embed('https://www.youtube.com/watch?v=dQw4w9WgXcQ')],
  ['content of tags', '{{% raw %}}a{{% /raw %}}', '<p>a</p>'],
  ['highlighted code', '{% highlight js %}\na\n{% endhighlight %}', '<pre><code>a</code></pre>'],
])('keeps %s', (_, markdown, html) => {
  expect(convert(markdown)).toEqual({ html, lost: [] })
})

it('says which tags and notes are lost', () => {
  expect(convert('a {{< chart "b" >}} ![[Other note]]')).toEqual({
    html: '<p>a  <a href="/other-note/">Other note</a></p>',
    lost: [
      'notes in other notes, which become links: Other note',
      'tags of templates: chart "b"',
    ].toReversed(),
  })
})

const N = 20_000

it.each([
  ['brackets', '['.repeat(N)],
  ['links', '[a]('.repeat(N)],
  ['notes', '[[a'.repeat(N)],
  ['tags', '{{< a '.repeat(N)],
  ['tags of Liquid', '{% '.repeat(N)],
  ['quotes', '>'.repeat(N)],
  ['emphasis', '*a **b '.repeat(N)],
  ['backticks', Array.from({ length: 300 }, (_, index) => '`'.repeat(index)).join(' ')],
  ['lists', Array.from({ length: 500 }, (_, index) => `${' '.repeat(index * 2)}- a`).join('\n')],
  ['comments', '%%'.repeat(N)],
  ['footnotes', '[^a]'.repeat(N)],
])('reads many %s within bounds', (_, markdown) => {
  const started = performance.now()
  notesToHtml(markdown, { findNote: () => null, lose: () => {} })
  markdownToHtml(markdown)
  // Takes a tenth of it; a quadratic reading takes minutes.
  expect(performance.now() - started).toBeLessThan(5_000)
})
