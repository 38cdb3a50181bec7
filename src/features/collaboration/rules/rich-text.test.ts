import { getSchema } from '@tiptap/core'
import { DOMSerializer, type Mark, type Node, type Schema } from '@tiptap/pm/model'
import { updateYFragment, yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { RICH_TEXT } from '../admin/rich-text-document.ts'
import { cleanEditorHtml, richTextHtml, unsupportedHtml } from './rich-text.ts'

it.each([
  ['', []],
  ['Plain text & no tags.', []],
  ['<h2>A</h2><p>B <strong>c</strong> <em>d</em><br><b>e</b></p><ul><li><p>f</p></li></ul>', []],
  [
    '<p><a href="https://a.example" target="_blank" rel="noopener">a</a></p><blockquote><p>b</p></blockquote>',
    [],
  ],
  ['<ol start="3"><li>A</li></ol>', []],
  ['<h1>A</h1><div><span>b</span></div><div>c</div>', ['<h1>', '<div>', '<span>']],
  ['<p lang="cy" class="x">A</p><p lang="ga">B</p>', ['lang', 'class']],
  ['<table><tr><td>A</td></tr></table>', ['<table>', '<tr>', '<td>']],
  ['<p>A<script>b()</script><img src="c.jpg"></p>', ['<script>', '<img>']],
  ['<p>A</p><!-- kept for later -->', ['comments']],
  ['<A HREF="a>b" data-x>a</A><BR/>', ['data-x']],
])('unsupportedHtml(%j)', (html, unsupported) => {
  expect(unsupportedHtml(html)).toEqual(unsupported)
})

it.each([
  [
    '<ul><li><p>A <strong>b</strong></p></li><li><p></p></li></ul>',
    '<ul><li>A <strong>b</strong></li><li></li></ul>',
  ],
  ['<ul><li><p>A</p><p>B</p></li></ul>', '<ul><li><p>A</p><p>B</p></li></ul>'],
  ['<p>A</p><p></p><p>B</p><p></p><p></p>', '<p>A</p><p></p><p>B</p>'],
  ['<ul><li><p>A</p><ul><li><p>B</p></li></ul></li></ul>', '<ul><li><p>A</p><ul><li>B</li></ul></li></ul>'],
  ['<p>A</p>', '<p>A</p>'],
])('cleanEditorHtml(%j)', (html, plain) => {
  expect(cleanEditorHtml(html)).toBe(plain)
})

const schema = getSchema([RICH_TEXT])

/** The part of a DOM that ProseMirror writes to, as HTML (HTML standard, 13.3). */
class TestNode {
  readonly nodeType = 1
  readonly attributes: [string, string][] = []
  readonly children: (TestNode | string)[] = []
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  setAttribute(name: string, value: unknown) {
    this.attributes.push([name, String(value)])
  }

  appendChild(child: TestNode | string) {
    this.children.push(child)
    return child
  }

  get html(): string {
    const inner = this.children
      .map((child) => (typeof child === 'string' ? escapeText(child) : child.html))
      .join('')
    if (!this.name) return inner
    const attributes = this.attributes.map(
      ([name, value]) =>
        ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`,
    )
    return `<${this.name}${attributes.join('')}>${this.name === 'br' ? '' : `${inner}</${this.name}>`}`
  }
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const testDocument = {
  createElement: (name: string) => new TestNode(name),
  createTextNode: (text: string) => text,
  createDocumentFragment: () => new TestNode(''),
} as unknown as Document

/** Tiptap's `getHTML`. */
function serialise(node: Node): string {
  const fragment: unknown = DOMSerializer.fromSchema(schema).serializeFragment(node.content, {
    document: testDocument,
  })
  return (fragment as TestNode).html
}

/** The fragment that Tiptap's collaboration stores. */
function toFragment(node: Node): Y.XmlFragment {
  const doc = new Y.Doc()
  const fragment = doc.getXmlFragment('content')
  updateYFragment(doc, fragment, node, { mapping: new Map(), isOMark: new Map() })
  return fragment
}

const { nodes, marks } = schema as Schema & {
  nodes: Record<string, Schema['nodes'][string]>
  marks: Record<string, Schema['marks'][string]>
}

const href = fc.constantFrom(
  'https://a.example/?b=1&c="2"',
  '/relative',
  '#part',
  'mailto:a@b.example',
  'http://x',
)
const link = fc
  .record({ href, target: fc.constantFrom(null, '_blank'), rel: fc.constantFrom(null, 'nofollow') })
  .map((attributes) => marks.link?.create(attributes))
const markSet = fc
  .tuple(fc.boolean(), fc.boolean(), fc.option(link))
  .map(([isBold, isItalic, link]) =>
    [isBold && marks.bold?.create(), isItalic && marks.italic?.create(), link].filter((mark): mark is Mark =>
      Boolean(mark),
    ),
  )
const text = fc.string({
  unit: fc.constantFrom('a', ' ', '&', '<', '"', '\u00a0', '😀', 'é'),
  minLength: 1,
  maxLength: 8,
})
const inline = fc.array(
  fc.oneof(
    fc.tuple(text, markSet).map(([text, marks]) => schema.text(text, marks)),
    markSet.map((marks) => nodes.hardBreak?.create(null, null, marks) as Node),
  ),
  { maxLength: 5 },
)
const paragraph = inline.map((content) => nodes.paragraph?.create(null, content) as Node)
const heading = fc
  .tuple(fc.integer({ min: 2, max: 6 }), inline)
  .map(([level, content]) => nodes.heading?.create({ level }, content) as Node)
const { block } = fc.letrec<{ block: Node; item: Node }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3 },
    paragraph,
    heading,
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((content) => nodes.blockquote?.create(null, content) as Node),
    fc
      .array(tie('item'), { minLength: 1, maxLength: 3 })
      .map((content) => nodes.bulletList?.create(null, content) as Node),
    fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
      .map(([start, content]) => nodes.orderedList?.create({ start }, content) as Node),
  ),
  item: fc
    .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, others]) => nodes.listItem?.create(null, [first, ...others]) as Node),
}))
const richText = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((content) => nodes.doc?.create(null, content) as Node)

describe('richTextHtml', () => {
  it("writes what Tiptap's getHTML writes", () => {
    fc.assert(
      fc.property(richText, (node) => {
        const fragment = toFragment(node)
        const html = richTextHtml(fragment)
        // A document does not store the marks of line breaks.
        expect(html).toBe(serialise(yXmlFragmentToProseMirrorRootNode(fragment, schema)))
      }),
      { numRuns: 100 },
    )
  })

  it('omits unknown nodes, marks and links that publication removes', () => {
    const doc = new Y.Doc()
    const content = doc.getXmlFragment('content')
    const paragraph = new Y.XmlElement('paragraph')
    const text = new Y.XmlText()
    text.insert(0, 'Tea', { link: { href: 'javascript:alert(1)' }, blink: {} })
    text.insert(3, ' time', { link: { href: ' java\tscript:x' }, bold: {} })
    paragraph.insert(0, [text, new Y.XmlElement('image')])
    content.insert(0, [new Y.XmlElement('script'), paragraph])
    expect(richTextHtml(content)).toBe('<p>Tea<strong> time</strong></p>')
  })
})
