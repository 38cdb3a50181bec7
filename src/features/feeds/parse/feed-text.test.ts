import { describe, expect, it } from 'vitest'
import {
  formatByline,
  isSummaryOnly,
  removeSourceName,
  sourceName,
  summarise,
  toPlainLine,
  unescapeMarkup,
} from './feed-text.ts'

describe('toPlainLine', () => {
  it.each<['html' | 'text', string, string]>([
    ['html', 'Lamps &amp; <em>wicks</em>', 'Lamps & wicks'],
    ['html', '&#x0024;4300 3bd 1930ft<sup>2</sup>', '$4300 3bd 1930ft²'],
    ['html', 'Tom &amp;amp; Jerry &amp;#8211; again', 'Tom & Jerry – again'],
    ['html', '&lt;b&gt;Doubly&lt;/b&gt; encoded', 'Doubly encoded'],
    ['html', 'vector<int> explained', 'vector<int> explained'],
    ['html', 'if (a<b) then', 'if (a<b) then'],
    ['html', 'How to use the &lt;b&gt; tag', 'How to use the <b> tag'],
    ['html', 'Five < six', 'Five < six'],
    ['html', '<![CDATA[Kelp & weed]]>', 'Kelp & weed'],
    ['text', 'Kelp <![CDATA[& weed]]>', 'Kelp & weed'],
    ['html', 'Seen<script>alert(1)</script> here<!-- not here -->', 'Seen here'],
    ['html', 'Tide <iframe src="https://x.example/">of</iframe> kelp', 'Tide of kelp'],
    ['html', 'Tide<object data="x"> of kelp', 'Tide of kelp'],
    ['html', 'The <template> and </template> of kelp', 'The <template> and </template> of kelp'],
    ['html', '  Two\n lines<br>and more ', 'Two lines and more'],
    ['text', 'Plain <text> & more', 'Plain <text> & more'],
    ['text', 'Tom &amp; Jerry', 'Tom & Jerry'],
    ['text', '<b>Bold</b> all the same', 'Bold all the same'],
    ['text', '\u200d\u200e\u2063 \u3164', ''],
    ['text', '🎉', '🎉'],
    ['html', 'How to nest a &lt;div&gt;', 'How to nest a <div>'],
    ['html', 'The <a> and <b> elements', 'The <a> and <b> elements'],
    ['html', '<del>Ten</del> <b>Nine</b> boats <img class="emoji" alt="⛵">', 'Nine boats ⛵'],
    ['text', `Za${'\u0300'.repeat(400)}lgo`, `Za${'\u0300'.repeat(4)}lgo`],
  ])('converts %s %j to one plain line', (type, value, line) => {
    expect(toPlainLine({ value, type })).toBe(line)
  })

  it('is empty for no title', () => {
    expect(toPlainLine(null)).toBe('')
  })
})

describe('unescapeMarkup', () => {
  it.each([
    ['&lt;p&gt;A &amp;amp; b&lt;/p&gt;', '<p>A &amp; b</p>'],
    ['Text &lt;img src=&quot;a.jpg&quot;&gt;', 'Text <img src="a.jpg">'],
    ['<p>Write &lt;p&gt; and &lt;/p&gt;.</p>', '<p>Write &lt;p&gt; and &lt;/p&gt;.</p>'],
    ['a &lt; b', 'a &lt; b'],
    [' <![CDATA[<p>Kelp</p>]]> ', '<p>Kelp</p>'],
    ['<![CDATA[ without an end', 'without an end'],
    ['<p>Sea <![CDATA[kelp]]> and weed]]></p>', '<p>Sea kelp and weed</p>'],
    ['The &lt;b&gt; tag', 'The &lt;b&gt; tag'],
  ])('unescapes %j to %j', (html, expected) => {
    expect(unescapeMarkup(html)).toBe(expected)
  })
})

describe('formatByline', () => {
  it.each([
    [['Jane Roe'], 'Jane Roe'],
    [['Ada', 'Ben'], 'Ada and Ben'],
    [['Ada', 'Ben', 'Cora'], 'Ada, Ben and Cora'],
    [['Ada', 'Ada'], 'Ada'],
    [['By Jane Roe'], 'Jane Roe'],
    [['by: Jane Roe'], 'Jane Roe'],
    [['jane@paper.example (Jane Roe)'], 'Jane Roe'],
    [['jane@paper.example (Jane Roe), ada@paper.example (Ada Reed)'], 'Jane Roe, Ada Reed'],
    [['Reed & Roe (Ltd)'], 'Reed & Roe (Ltd)'],
    [['Jane (Janie) Roe'], 'Jane (Janie) Roe'],
    [['Jane Roe <jane@paper.example>'], 'Jane Roe'],
    [['"Jane Roe" <jane@paper.example>'], 'Jane Roe'],
    [['Jane "Janie" Roe'], 'Jane "Janie" Roe'],
    [['Jane Roe, jane@paper.example'], 'Jane Roe'],
    [['Nick Ames (now), Ben Fisher (earlier)'], 'Nick Ames (now), Ben Fisher (earlier)'],
    [['<a href="https://x.example">Jane &amp; Joe</a>'], 'Jane & Joe'],
    [['https://paper.example/jane'], ''],
    [['jane@paper.example'], ''],
    [['mailto:jane@paper.example'], ''],
    [['admin'], ''],
    [['admin', 'Jane Roe'], 'Jane Roe'],
    [['  '], ''],
    [[], ''],
  ])('formats %j as %j', (authors, line) => {
    expect(formatByline(authors)).toBe(line)
  })

  it('is at most 200 characters long', () => {
    expect(
      formatByline(Array.from({ length: 20 }, (_, index) => `Firstname Lastname ${index}`)).length,
    ).toBeLessThanOrEqual(200)
  })
})

describe('sourceName', () => {
  it.each([
    ['BBC News', 'BBC News'],
    ['The Daily Lantern - Latest', 'The Daily Lantern'],
    ['The Daily Lantern – Latest news', 'The Daily Lantern'],
    ['The Daily Lantern | Home', 'The Daily Lantern'],
    ['The Daily Lantern RSS Feed', 'The Daily Lantern'],
    ['The Daily Lantern: RSS', 'The Daily Lantern'],
    ['heise developer neueste Meldungen', 'heise developer'],
    ['UOL Notícias - Últimas Notícias', 'UOL Notícias'],
    ['Home', 'lantern.example'],
    ['RSS Feed', 'lantern.example'],
    ['Just a moment...', 'lantern.example'],
    ['{{ site.title }}', 'lantern.example'],
    ['World', 'lantern.example'],
    ['Latest news', 'Latest news'],
    ['At Home', 'At Home'],
    ['', 'lantern.example'],
  ])('reads from %j the name %j', (title, name) => {
    expect(sourceName(title, 'https://www.lantern.example/news')).toBe(name)
  })
})

describe('sourceName of a title with the name of the site', () => {
  it.each([
    ['NYT > World News', 'https://www.nytimes.com/section/world', 'NYT'],
    ['World news | The Guardian', 'https://www.theguardian.com/world', 'The Guardian'],
    ['BBC News - World', 'https://www.bbc.co.uk/news/world', 'BBC News'],
    ['Markets: Wall Street Journal', 'https://www.wsj.com/markets', 'Wall Street Journal'],
    ['Technology » El País', 'https://elpais.com/tecnologia', 'El País'],
    ['Sport – Straße & Weg', 'https://strasse-und-weg.example:8080/', 'Sport – Straße & Weg'],
    ['DER SPIEGEL - Schlagzeilen', 'https://www.spiegel.de/', 'DER SPIEGEL'],
    ['Sport Nachrichten | Süddeutsche.de', 'https://www.sueddeutsche.de/', 'Süddeutsche.de'],
    ['Le Monde - À la une', 'https://www.lemonde.fr/', 'Le Monde'],
    ['In - Brief', 'https://in.example/', 'In - Brief'],
    ['News - Sport', 'https://news.example/', 'News - Sport'],
    ['The Courier – Sport', 'http://127.0.0.1:8080/', 'The Courier – Sport'],
  ])('reads from %j at %s the name %j', (title, siteUrl, name) => {
    expect(sourceName(title, siteUrl)).toBe(name)
  })
})

describe('removeSourceName', () => {
  it.each([
    ['Lamps go out - The Lantern', 'Lamps go out'],
    ['Lamps go out | the lantern', 'Lamps go out'],
    ['Lamps go out - and on', 'Lamps go out - and on'],
    ['Lamps – again – The Lantern', 'Lamps – again'],
    ['The Lantern', 'The Lantern'],
  ])('shortens %j to %j', (headline, expected) => {
    expect(removeSourceName(headline, ['The Courier', 'The Lantern'])).toBe(expected)
  })
})

describe('summarise', () => {
  it.each([
    ['preserves plain text', 'A fire was put out.', 'A fire was put out.'],
    [
      'drops images and their captions',
      '<figure><img src="a.jpg"><figcaption>Smoke</figcaption></figure><img src="b.jpg">A fire.',
      'A fire.',
    ],
    [
      'separates a standfirst from the text',
      '<p>A fire is out</p><p>It was put out by nine.</p>',
      'A fire is out. It was put out by nine.',
    ],
    [
      'separates the items of a list',
      '<ul><li>One hurt</li><li>Two “shaken”</li></ul><p>It was night.</p>',
      'One hurt. Two “shaken”. It was night.',
    ],
    ['adds no second full stop', '<p>Was it arson?</p><p>No.</p>', 'Was it arson? No.'],
    ['drops "Continue reading..."', '<p>A fire.</p> <a href="/a">Continue reading...</a>', 'A fire.'],
    [
      'drops "Read more" in the text',
      '<p>A fire was put out. <a href="/a">Read more »</a></p>',
      'A fire was put out.',
    ],
    [
      'drops "Read more" in other languages',
      '<p>Ein Feuer. <a href="/a">Weiterlesen …</a></p>',
      'Ein Feuer.',
    ],
    ['drops "Read more" without a link', 'Um incêndio. Leia mais (09/24/2018 - 19h22)', 'Um incêndio.'],
    [
      'preserves "read more" within a sentence',
      'The children want to read more.',
      'The children want to read more.',
    ],
    [
      'preserves links that are part of a sentence',
      '<p>See <a href="/a">more than 300 fires</a>.</p>',
      'See more than 300 fires.',
    ],
    ['drops "Related:"', '<p>A fire.</p><p> <span>Related: </span><a href="/b">Another</a> </p>', 'A fire.'],
    [
      'drops the footer of WordPress',
      '<p>A fire.</p><p>The post <a href="/a">A fire</a> appeared first on <a href="/">Paper</a>.</p>',
      'A fire.',
    ],
    [
      'drops the footer of WordPress in plain text',
      'A fire. The post A fire appeared first on Paper.',
      'A fire.',
    ],
    ['drops the headline', '<h3>A headline</h3><p>A headline is a line.</p>', 'A headline is a line.'],
    ['drops a link to comments', '<a href="/a">Comments</a>', ''],
    ['shows an ellipsis for text truncated by the source', 'A fire was put [&#8230;]', 'A fire was put…'],
    ['decodes double-encoded entities', 'Smoke &amp;amp; ash', 'Smoke & ash'],
    ['is empty without prose', '<a href="/a"><img src="a.jpg"></a> <a href="/a">Read more</a>', ''],
  ])('%s', (_, html, text) => {
    expect(summarise(html, 'A headline')).toBe(text)
  })

  it('truncates at a word within 300 characters', () => {
    expect(summarise(`<p>${'twelve chars '.repeat(50)}</p>`, '')).toBe(
      `${'twelve chars '.repeat(22)}twelve chars…`,
    )
  })

  it('truncates at a sentence if that uses most of the length', () => {
    const sentence = `It rained ${'and rained '.repeat(20)}all day.`
    expect(summarise(`${sentence} Then ${'it stopped and '.repeat(20)}`, '')).toBe(sentence)
  })
})

describe('isSummaryOnly', () => {
  const LONG = 'The council met in the old town hall and heard both sides. '.repeat(20)

  it.each([
    ['no text', '', true],
    ['a sentence', '<p>The council met.</p>', true],
    ['a long text', `<p>${LONG}</p>`, false],
    ['a long text without markup', LONG, false],
    ['a long text with an image at the end', `<p>${LONG}</p><img src="a.jpg">`, false],
    ['much markup and little text', `<p class="${'x'.repeat(2_000)}">The council met.</p>`, true],
    ['a long text that is truncated', `<p>${LONG} The vote [&#8230;]</p>`, true],
    ['a long text that ends in three dots', `<p>${LONG} The vote...</p>`, true],
    ['a long text with a link to the rest', `<p>${LONG}</p> <a href="/a">Continue reading...</a>`, true],
    [
      'a long text with a link to the rest in its last paragraph',
      `<p>${LONG} <a href="/a">Read more</a></p>`,
      true,
    ],
    [
      'a truncated text with the footer of WordPress',
      `<p>${LONG} The vote […]</p><p>The post <a href="/a">A vote</a> appeared first on <a href="/">Paper</a>.</p>`,
      true,
    ],
    [
      'a whole text with the footer of WordPress',
      `<p>${LONG}</p><p>The post <a href="/a">A vote</a> appeared first on <a href="/">Paper</a>.</p>`,
      false,
    ],
  ])('is decided for %s', (_, html, expected) => {
    expect(isSummaryOnly(html)).toBe(expected)
  })
})
