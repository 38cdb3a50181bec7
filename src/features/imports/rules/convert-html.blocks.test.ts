import { expect, it } from 'vitest'
import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { createDocument, readForm } from '#features/drafts/rules/draft-document.ts'
import { createTextContext } from '../testing/text-context.ts'
import { convertHtml } from './convert-html.ts'
import { writeGhostCard } from './ghost-card.ts'
import { readGhostElement } from './ghost-html.ts'
import { lexicalToHtml } from './lexical-html.ts'
import { notesToHtml } from './markdown-html.ts'
import { readMarkdownElement } from './note-callouts.ts'

const IMAGE = '/storage/article-images/a.jpg'

/** Opens a text in the editor. Images have the addresses and sizes that the library gives them. */
function open(html: string) {
  const { context } = createTextContext()
  const stored = html
    .replaceAll(/<(img|video) src="[^"]*"/g, (_, tag) =>
      tag === 'img'
        ? `<img src="${IMAGE}" width="800" height="600"`
        : '<video src="/storage/article-images/a.mp4" width="800" height="600"',
    )
    .replaceAll(/<audio src="[^"]*"/g, '<audio src="/storage/article-images/a.mp3"')
  const document = createDocument({ ...EMPTY_ARTICLE, content: stored }, context.parseHtml)
  return { blocks: document.child(2).children.map(({ type }) => type.name), html: readForm(document).content }
}

it.each<[card: string, data: Record<string, unknown>, blocks: string[]]>([
  ['image', { src: '/a.jpg', alt: 'A', caption: 'By <b>me</b>', cardWidth: 'wide' }, ['image']],
  ['gallery', { images: [{ src: '/a.jpg' }, { src: '/b.jpg' }], caption: 'Two' }, ['gallery', 'paragraph']],
  ['bookmark', { url: 'https://x.example/', metadata: { title: 'X', description: 'Y' } }, ['paragraph']],
  ['embed', { url: 'https://vimeo.com/76979871' }, ['embed']],
  ['callout', { calloutText: '<p>Mind <b>it</b></p>', calloutEmoji: '💡' }, ['factBox']],
  ['toggle', { heading: 'Why?', content: '<p>So.</p><ul><li>a</li></ul>' }, ['factBox']],
  ['button', { buttonText: 'Go', buttonUrl: 'https://x.example/' }, ['paragraph']],
  [
    'markdown',
    { markdown: '# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> q' },
    ['heading', 'tableFigure', 'blockquote'],
  ],
  ['audio', { src: '/a.mp3', title: 'Talk' }, ['audio']],
  ['video', { src: '/v.mp4', caption: 'Sea' }, ['video']],
  ['header', { header: 'Hello', subheader: 'There' }, ['heading', 'paragraph']],
  [
    'product',
    { productTitle: 'Tea', productDescription: '<p>Hot</p>', productImageSrc: '/t.jpg' },
    ['image', 'factBox'],
  ],
  ['horizontalrule', {}, ['divider']],
  ['codeblock', { code: 'a < b' }, ['htmlBlock']],
])('the editor opens the card %s as blocks', (name, data, blocks) => {
  const { context } = createTextContext(readGhostElement)
  const html = writeGhostCard(name, data, context)
  const opened = open(html)
  expect(opened.blocks).toEqual(blocks)
  const text = (one: string) => context.parseHtml(one).textContent?.replace(/\s/g, '')
  expect(text(opened.html)).toBe(text(html))
})

it('the editor keeps headings, links, lists, images and captions of a text in Lexical', () => {
  const text = (content: string, format = 0) => ({ type: 'extended-text', text: content, format })
  const { context } = createTextContext(readGhostElement)
  const html = lexicalToHtml(
    JSON.stringify({
      root: {
        children: [
          { type: 'extended-heading', tag: 'h2', children: [text('The works')] },
          {
            type: 'paragraph',
            children: [
              text('It '),
              text('cost', 1),
              { type: 'link', url: 'https://x.example/', children: [text(' £4m', 2)] },
            ],
          },
          { type: 'list', listType: 'bullet', children: [{ type: 'listitem', children: [text('Stone')] }] },
          { type: 'image', src: '/b.jpg', alt: 'A wall', caption: 'In <em>May</em>' },
          { type: 'aside', children: [text('High')] },
        ],
      },
    }),
    context,
  )
  expect(open(html ?? '').html).toBe(
    '<h2>The works</h2><p>It <strong>cost</strong><a href="https://x.example/"><em> £4m</em></a></p><ul><li>Stone</li></ul>' +
      `<figure><img src="${IMAGE}" alt="A wall" width="800" height="600"><figcaption><span>In <em>May</em></span></figcaption></figure>` +
      '<figure class="pull-quote"><p>High</p></figure>',
  )
})

it('the editor opens notes as blocks', () => {
  const { context } = createTextContext(readMarkdownElement)
  const notes =
    '## A\n\nb ![c](c.jpg)\n\n> [!note] Mind\n> it\n\n- d\n- e\n\n---\n\n<details><summary>f</summary>\n\ng\n\n</details>'
  const { blocks } = open(convertHtml(notesToHtml(notes, { findNote: () => null, lose: () => {} }), context))
  expect(blocks).toEqual(['heading', 'paragraph', 'image', 'factBox', 'bulletList', 'divider', 'factBox'])
})
