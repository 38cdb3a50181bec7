import { DOMParser, Fragment, type Mark, type Node } from '@tiptap/pm/model'
import { BLOCKS } from '#features/blocks/rules/blocks.ts'
import { writeHtml } from '#features/blocks/rules/write-html.ts'
import { formatBody } from '#kernel/text/body.ts'
import { WORD_SEPARATORS } from '#kernel/text/html-text.ts'
import { type ArticleForm, EMPTY_ARTICLE } from './article-fields.ts'
import { ATTRIBUTE_FIELDS, type DocumentAttributes, DRAFT_SCHEMA, nodeType } from './draft-schema.ts'

const headline = nodeType('headline')
const standfirst = nodeType('standfirst')
const body = nodeType('body')
const paragraph = nodeType('paragraph')
const htmlBlock = nodeType('htmlBlock')

/** A DOM of HTML: of the browser, or of a library on the server. */
type HtmlParser = (html: string) => HTMLElement

const parser = DOMParser.fromSchema(DRAFT_SCHEMA)

/** Creates the document of a form. HTML that no block can hold becomes HTML blocks; nothing is lost. */
export function createDocument(form: ArticleForm, parseHtml: HtmlParser): Node {
  const attributes = Object.fromEntries(ATTRIBUTE_FIELDS.map((field) => [field, form[field]]))
  return DRAFT_SCHEMA.topNodeType.createChecked(attributes, [
    headline.createChecked(null, textOf(form.title)),
    standfirst.createChecked(null, parseInline(form.summary, parseHtml)),
    body.createChecked(null, parseBody(form.content, parseHtml)),
  ])
}

function textOf(text: string) {
  return text ? DRAFT_SCHEMA.text(text) : null
}

const SEPARATING = [...WORD_SEPARATORS, 'td', 'th'].join()

function parseInline(html: string, parseHtml: HtmlParser): Fragment {
  if (!/[<&]/.test(html)) return Fragment.from(textOf(html))
  const container = parseHtml(html)
  for (const element of container.querySelectorAll(SEPARATING)) element.after(' ')
  return parser.parse(container, { topNode: standfirst.create() }).content
}

/** @param html text or HTML, as in forms */
export function parseBody(html: string, parseHtml: HtmlParser): Fragment {
  const root = parseHtml(formatBody(html))
  const blocks = Array.from(root.childNodes).flatMap((child) => {
    const container = root.ownerDocument.createElement('div')
    container.append(child.cloneNode(true))
    return parseBlock(child, container, parseHtml)
  })
  return Fragment.from(blocks.length > 0 ? blocks : paragraph.create())
}

/** @param container a copy of the child is all that it contains */
function parseBlock(child: ChildNode, container: HTMLElement, parseHtml: HtmlParser): Node[] {
  const html = container.innerHTML.trim()
  if (unsupportedHtml(html).length > 0) return [htmlBlock.createChecked({ html })]
  moveCaptions(container)
  const { content } = parser.parse(container, { topNode: body.create() })
  if (container.querySelector(FIGURES)) {
    const written = parseHtml(content.content.map(blockHtml).join(''))
    if (!haveSameOutline(container, written)) return [htmlBlock.createChecked({ html })]
  }
  // The parser adds a paragraph to what has no blocks, such as white space between two.
  return content.childCount === 1 &&
    content.firstChild?.content.size === 0 &&
    !child.textContent?.trim() &&
    child.nodeType !== 1
    ? []
    : [...content.content]
}

/** In documents, the caption of a table follows it. */
function moveCaptions(container: HTMLElement): void {
  for (const table of container.querySelectorAll('table')) {
    const caption = table.querySelector('caption')
    const figure = table.closest('figure') ?? table.ownerDocument.createElement('figure')
    if (!figure.contains(table)) {
      table.replaceWith(figure)
      figure.append(table)
    }
    if (!caption) continue
    const moved = table.ownerDocument.createElement('figcaption')
    moved.append(...caption.childNodes)
    caption.remove()
    figure.append(moved)
  }
}

/** Reads the form, which is not normalised and may exceed the limits of `draftFormSchema`. */
export function readForm(document: Node): ArticleForm {
  const [title, summary, text] = [document.child(0), document.child(1), document.child(2)]
  return {
    ...EMPTY_ARTICLE,
    ...(document.attrs as DocumentAttributes),
    title: title.textContent,
    summary: inlineHtml(summary, escapeMinimally),
    content: bodyHtml(text),
  }
}

const TRAILING_PARAGRAPHS = /(?<!<p><\/p>)(?:<p><\/p>)+$/

/** Returns HTML without the empty paragraphs that editors add at the end. */
export function bodyHtml(text: Node): string {
  return blocksHtml(text).replace(TRAILING_PARAGRAPHS, '')
}

function blocksHtml({ content }: Node): string {
  return content.content.map(blockHtml).join('')
}

/** Returns the HTML of a block as it is stored. */
export function blockHtml(block: Node): string {
  switch (block.type.name) {
    case 'paragraph':
      return `<p>${inlineHtml(block)}</p>`
    case 'heading':
      return `<h${block.attrs.level}>${inlineHtml(block)}</h${block.attrs.level}>`
    case 'blockquote':
      return `<blockquote>${blocksHtml(block)}</blockquote>`
    case 'bulletList':
      return `<ul>${blocksHtml(block)}</ul>`
    case 'orderedList': {
      const { start } = block.attrs
      return `<ol${start === 1 ? '' : ` start="${start}"`}>${blocksHtml(block)}</ol>`
    }
    case 'listItem':
      return `<li>${itemHtml(block)}</li>`
    case 'htmlBlock':
      return block.attrs.html
    default:
      return figureHtml(block)
  }
}

const WRITERS = Object.assign({}, ...BLOCKS.map(({ writeHtml }) => writeHtml))

/** Writes a block of features/blocks, or a part of one. */
function figureHtml(node: Node): string {
  if (node.type.name === 'caption' && node.content.size === 0) return ''
  const isCell = node.type.spec.tableRole?.endsWith('cell')
  const children = isCell
    ? [itemHtml(node)]
    : node.inlineContent
      ? [inlineHtml(node)]
      : node.children.map(blockHtml)
  const spec = node.type.spec.toDOM?.(node)
  return WRITERS[node.type.name]?.(node, children) ?? (spec ? writeHtml(spec, children.join('')) : '')
}

/** A paragraph alone needs no element. */
function itemHtml(item: Node): string {
  const { firstChild } = item
  return firstChild?.type.name === 'paragraph' && item.childCount === 1
    ? inlineHtml(firstChild)
    : blocksHtml(item)
}

/** Marks that consecutive texts share are written once. */
function inlineHtml({ content }: Node, escapeHtml = escapeText): string {
  const html: string[] = []
  let open: readonly Mark[] = []
  for (const child of content.content) {
    const marks = child.isText ? child.marks : []
    const different = open.findIndex((mark, index) => !marks[index]?.eq(mark))
    const shared = different < 0 ? open.length : different
    html.push(...open.slice(shared).toReversed().map(endTag), ...marks.slice(shared).map(startTag))
    html.push(child.isText ? escapeHtml(child.text ?? '') : '<br>')
    open = marks
  }
  return [...html, ...open.toReversed().map(endTag)].join('')
}

const ELEMENTS: Record<string, string> = {
  link: 'a',
  bold: 'strong',
  italic: 'em',
  subscript: 'sub',
  superscript: 'sup',
}

function startTag({ type, attrs }: Mark): string {
  const attributes = ['target', 'rel', 'href'].map((name) =>
    typeof attrs[name] === 'string' ? ` ${name}="${escapeText(attrs[name]).replaceAll('"', '&quot;')}"` : '',
  )
  return `<${ELEMENTS[type.name]}${attributes.join('')}>`
}

function endTag({ type }: Mark): string {
  return `</${ELEMENTS[type.name]}>`
}

/** HTML standard, 13.3. */
function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Escapes only characters that would be read as markup, so that "Q & A" is stored as it was typed. */
function escapeMinimally(text: string): string {
  return text.replace(/&(?=[a-z\d#])/gi, '&amp;').replace(/<(?=[a-z/!?])/gi, '&lt;')
}

/** The attributes of elements that the document holds; blocks check their own. */
const SUPPORTED = new Map<string, readonly string[]>([
  ...(
    'p br strong em b i sub sup ul li blockquote h2 h3 h4 h5 h6 span div ' +
    'figure figcaption table caption colgroup col thead tbody tfoot tr hr aside'
  )
    .split(' ')
    .map((name) => [name, []] as const),
  ['a', ['href', 'target', 'rel']],
  ['ol', ['start']],
  ['img', ['src', 'alt']],
  ['audio', ['src']],
  ['video', ['src']],
  ['cite', []],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan']],
])

/** Readers do not get other attributes (platform/render/sanitise.server.ts). */
const READ_ATTRIBUTES = ['href', 'target', 'rel', 'start', 'colspan', 'rowspan', 'lang', 'dir', 'src', 'alt']

/** A quoted value may contain "<" and ">". */
const START_TAG = /<([a-z][^\s/"'<>]*)((?:[\s/](?:"[^"]*"|'[^']*'|[^"'<>])*)?)>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g

/** Lists elements (`<pre>`) and attributes (`lang`) that only HTML blocks hold. */
export function unsupportedHtml(html: string): string[] {
  const unsupported = new Set<string>()
  for (const [, tag = '', attributes = ''] of html.matchAll(START_TAG)) {
    const name = tag.toLowerCase()
    const supported = SUPPORTED.get(name)
    if (!supported) unsupported.add(`<${name}>`)
    else
      for (const [, given = ''] of attributes.matchAll(ATTRIBUTE)) {
        const attribute = given.toLowerCase()
        if (READ_ATTRIBUTES.includes(attribute) && !supported.includes(attribute)) unsupported.add(attribute)
      }
  }
  return [...unsupported]
}

/** Elements that a block may not hold where they are. They stay HTML unless the block writes the same outline. */
const FIGURES = 'figure, table, aside, hr, img, audio, video'
const OUTLINED = 'figure figcaption table tr td th hr img audio video blockquote ul ol li'.split(' ')

const OUTLINED_ATTRIBUTES = { colspan: '1', rowspan: '1', src: '', alt: '' }

/** Whether two texts have the same words in the same elements. */
function haveSameOutline(one: Element, other: Element): boolean {
  return outlineOf(one) === outlineOf(other)
}

function outlineOf(node: globalThis.Node): string {
  if (node.nodeType === 3) return node.nodeValue?.replace(/\s+/g, '') ?? ''
  const content = [...node.childNodes].map(outlineOf).join('')
  const name = node.nodeName.toLowerCase()
  if (!OUTLINED.includes(name) || (name === 'figcaption' && content === '')) return content
  const attributes = Object.entries(OUTLINED_ATTRIBUTES).map(
    ([attribute, initial]) => (node as Element).getAttribute(attribute) ?? initial,
  )
  return `<${name} ${attributes}>${content}</>`
}
