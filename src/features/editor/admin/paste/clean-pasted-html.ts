import { cleanCopiedLink } from '#kernel/link-address.ts'
import { imageText } from '#kernel/text/image-text.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { OWN_COPY, removeInvisible } from '../../rules/clipboard.ts'
import { describeLosses, type Losses } from './describe-losses.ts'
import {
  type BesideHtml,
  type FoundImage,
  HtmlImages,
  MARKER_CHARACTERS,
  trimInline,
} from './pasted-html-images.ts'
import { readFigure } from './read-pasted-figure.ts'

const names = (list: string) => new Set(list.split(' '))

const DROPPED = names(
  'audio button canvas datalist del embed head iframe input link math meta noscript object script select style svg template textarea title video xml',
)

const BLOCKS = names(
  'address article aside blockquote caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul',
)

const ELEMENT = 1
const TEXT = 3

type Script = 'sub' | 'sup' | undefined
type Marks = {
  isBold: boolean
  isItalic: boolean
  script: Script
  href: string | undefined
  isHeading: boolean
  isPreformatted: boolean
  images: HtmlImages
}

type Page = {
  /** Elements that contain blocks, such as the `<b>` of Google Docs. */
  containers: ReadonlySet<Element>
  /** 1 if a title becomes the heading of level 2. */
  headingShift: number
}

type Block =
  | { kind: 'html'; html: string }
  | { kind: 'quote'; html: string }
  /** A paragraph of a Word list. Levels start at 1. */
  | { kind: 'item'; html: string; level: number; tag: 'ol' | 'ul'; start: number }
  /** A further paragraph of the previous list item. */
  | { kind: 'continuation'; html: string }

export type CleanedHtml = { html: string; images: FoundImage[]; losses: Losses | undefined }

/**
 * Reduces clipboard HTML, also of Google Docs and Word, to rich text. Removes styles, hidden and struck-out text, comments, empty
 * paragraphs, and the reference marks and edit links of Wikipedia. Images become figures (features/blocks/rules/pasted-image.ts).
 */
export function cleanPastedHtml(html: string, beside?: BesideHtml): CleanedHtml {
  if (html.includes(OWN_COPY)) return { html, images: [], losses: undefined }
  const { body } = new window.DOMParser().parseFromString(html, 'text/html')
  const page = {
    containers: findContainers(body),
    headingShift: body.querySelector('h1, .MsoTitle') ? 1 : 0,
  }
  const images = new HtmlImages()
  const marks: Marks = {
    isBold: false,
    isItalic: false,
    script: undefined,
    href: undefined,
    isHeading: false,
    isPreformatted: false,
    images,
  }
  const text = page.containers.has(body) ? writeBlocks(body, marks, page) : writeInline(body, marks)
  const placed = images.place(text, beside)
  return { ...placed, losses: describeLosses(body, images.lost) }
}

function findContainers(body: HTMLElement): Set<Element> {
  const containers = new Set<Element>()
  for (const block of body.querySelectorAll([...BLOCKS, '[style]'].join())) {
    if (!isBlock(block)) continue
    for (let parent = block.parentElement; parent && !containers.has(parent); parent = parent.parentElement)
      containers.add(parent)
  }
  return containers
}

function writeBlocks(parent: Element, marks: Marks, page: Page): string {
  return joinBlocks(listBlocks(parent, marks, page))
}

/** Text between blocks becomes paragraphs. */
function listBlocks(parent: Element, marks: Marks, page: Page): Block[] {
  const blocks: Block[] = []
  let inline = ''
  const endParagraph = () => {
    const html = trimInline(inline)
    if (html) blocks.push({ kind: 'html', html: `<p>${html}</p>` })
    inline = ''
  }
  for (const node of parent.childNodes) {
    if (isElement(node) && (isBlock(node) || page.containers.has(node))) {
      endParagraph()
      if (!isHidden(node))
        for (const block of readBlock(node, addMarks(node, marks), page)) blocks.push(block)
    } else inline += writeNode(node, marks)
  }
  endParagraph()
  return blocks
}

function readBlock(element: Element, marks: Marks, page: Page): Block[] {
  const html = (html: string): Block[] => (html ? [{ kind: 'html', html }] : [])
  switch (element.localName) {
    case 'ul':
    case 'ol':
      return html(writeList(element, marks, page))
    case 'blockquote':
      return html(wrap('blockquote', writeBlocks(element, marks, page)))
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return html(writeHeading(element, Number(element.localName[1]), marks, page))
    case 'p':
      return readParagraph(element, marks, page)
    case 'hr':
      return html('<hr>')
    case 'table': {
      const table = writeTable(element, marks, page)
      return table ? html(table) : listBlocks(element, marks, page)
    }
    case 'figure': {
      const figure = readFigure(element, marks.images, (caption) => trimInline(writeInline(caption, marks)))
      return figure ? figure.map((html) => ({ kind: 'html', html })) : listBlocks(element, marks, page)
    }
    default:
      return listBlocks(element, marks, page)
  }
}

function writeHeading(element: Element, level: number, marks: Marks, { headingShift }: Page): string {
  const html = trimInline(writeInline(element, { ...marks, isHeading: true }))
  return wrap(`h${Math.min(level + headingShift, 6)}`, html)
}

/** Reads a paragraph. In Word, the class is the style. */
function readParagraph(paragraph: Element, marks: Marks, page: Page): Block[] {
  const inline = trimInline(writeInline(paragraph, marks))
  if (!inline) return []
  const hasClass = (pattern: RegExp) => [...paragraph.classList].some((name) => pattern.test(name))
  if (hasClass(/^MsoTitle$/)) return [{ kind: 'html', html: writeHeading(paragraph, 1, marks, page) }]
  const html = `<p>${inline}</p>`
  const [, level] = /\blevel(\d)/.exec(readStyle(paragraph).get('mso-list') ?? '') ?? []
  if (level) {
    const marker = readMarker(paragraph)
    const tag = /^\(?(?:\d|\w{1,5}[.)])/.test(marker) ? 'ol' : 'ul'
    const [, number = '1'] = /^\(?(\d{1,6})[.)]*$/.exec(marker) ?? []
    return [{ kind: 'item', html, level: Number(level), tag, start: Number(number) }]
  }
  if (hasClass(/^MsoListParagraphCxSp(Middle|Last)$/)) return [{ kind: 'continuation', html }]
  return [{ kind: hasClass(/^Mso(Intense)?Quote$/) ? 'quote' : 'html', html }]
}

/** "1.", "a)", "(iv)" or "2.1", but not "o" or "·". */
function readMarker(paragraph: Element): string {
  const marker = [...paragraph.querySelectorAll('[style]')].find(isListMarker)
  return marker?.textContent.trim() ?? ''
}

function writeList(list: Element, marks: Marks, page: Page): string {
  const items: string[] = []
  for (const node of list.childNodes) {
    const isNested = isElement(node) && /^[ou]l$/.test(node.localName) && items.length > 0
    // Google Docs and old web pages have nested lists beside the items.
    if (isNested) items.push(items.pop() + writeList(node, addMarks(node, marks), page))
    else if (!isElement(node)) {
      const text = trimInline(writeNode(node, marks))
      if (text) items.push(wrap('p', text))
    } else if (!isHidden(node)) {
      const content = joinBlocks(readBlock(node, addMarks(node, marks), page))
      items.push(content && addToStart(content, readCheckState(node)))
    }
  }
  const html = items.map((item) => wrap('li', item)).join('')
  const start = list.localName === 'ol' ? Number(list.getAttribute('start') ?? 1) : 1
  return html && `${startTag(list.localName, start)}${html}</${list.localName}>`
}

/** Returns nothing for a table that is a layout: one with a single column, or with headings or tables in it. */
function writeTable(table: Element, marks: Marks, page: Page): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].filter((cell) => /^t[dh]$/.test(cell.localName) && !isHidden(cell)),
  )
  if (table.querySelector('table, h1, h2, h3') || rows.every(({ length }) => length < 2)) return ''
  const html = rows.map((cells) => wrap('tr', cells.map((cell) => writeCell(cell, marks, page)).join('')))
  const caption = table.querySelector('caption')
  const figcaption = caption ? wrap('figcaption', trimInline(writeInline(caption, marks))) : ''
  return `<figure><table><tbody>${html.join('')}</tbody></table>${figcaption}</figure>`
}

function writeCell(cell: Element, marks: Marks, page: Page): string {
  const spans = ['colspan', 'rowspan'].map((name) => [name, Number(cell.getAttribute(name) ?? 1)] as const)
  const attributes = spans.map(([name, span]) => (span > 1 && span < 100 ? ` ${name}="${span}"` : ''))
  const own = addMarks(cell, marks)
  const content = page.containers.has(cell)
    ? writeBlocks(cell, own, page)
    : trimInline(writeInline(cell, own))
  return `<${cell.localName}${attributes.join('')}>${content}</${cell.localName}>`
}

/** Joins Word's list items, and consecutive paragraphs of a quote. */
function joinBlocks(blocks: readonly Block[]): string {
  let html = ''
  let isQuote = false
  const open: { level: number; tag: string }[] = []
  const closeLists = (level: number) => {
    while ((open.at(-1)?.level ?? 0) > level) html += `</li></${open.pop()?.tag}>`
  }
  for (const block of blocks) {
    if (isQuote && block.kind !== 'quote') html += '</blockquote>'
    if (block.kind === 'item') {
      closeLists(block.level)
      const current = open.at(-1)
      if (current?.level === block.level && current.tag !== block.tag) closeLists(block.level - 1)
      if (open.at(-1)?.level === block.level) html += '</li><li>'
      else {
        open.push(block)
        html += `${startTag(block.tag, block.start)}<li>`
      }
    } else if (block.kind !== 'continuation') closeLists(0)
    if (block.kind === 'quote' && !isQuote) html += '<blockquote>'
    isQuote = block.kind === 'quote'
    html += block.html
  }
  closeLists(0)
  return isQuote ? `${html}</blockquote>` : html
}

/** Adds text to the first paragraph. */
function addToStart(html: string, text: string): string {
  return (text && html.replace(/^(<p>)?/, `$1${text}`)) || html
}

function startTag(name: string, start: number): string {
  return Number.isSafeInteger(start) && start !== 1 ? `<${name} start="${start}">` : `<${name}>`
}

function writeInline(element: Element, marks: Marks): string {
  return [...element.childNodes].map((node) => writeNode(node, marks)).join('')
}

function writeNode(node: ChildNode, marks: Marks): string {
  if (node.nodeType === TEXT) return writeText(node.nodeValue ?? '', marks)
  if (!isElement(node) || isHidden(node) || isListMarker(node)) return ''
  if (node.localName === 'br') return '<br>'
  if (node.localName === 'img') return writeImage(node, marks)
  const style = readStyle(node)
  // Word writes several spaces, and tabs, as non-breaking spaces.
  if (style.has('mso-spacerun') || style.has('mso-tab-count')) return ' '
  if (isCheckbox(node)) return node.hasAttribute('checked') ? CHECKED : UNCHECKED
  const html = writeInline(node, addMarks(node, marks))
  if (node.localName === 'q') return html && `“${html}”`
  return isBlock(node) || /^inline-/.test(style.get('display') ?? '') ? ` ${html} ` : html
}

/** Some images are text, such as emoji. */
function writeImage(image: Element, marks: Marks): string {
  const [alt, classes, src] = ['alt', 'class', 'src'].map((name) => image.getAttribute(name) ?? '')
  const text = imageText({ alt, class: classes, src })
  return text ? writeText(text, marks) : marks.images.read(image)
}

function writeText(text: string, marks: Marks): string {
  const visible = removeInvisible(text).replace(MARKER_CHARACTERS, '')
  if (!marks.isPreformatted) return writeLine(visible.replace(/[ \t\n\f\r]+/g, ' '), marks)
  return visible
    .split(/\r?\n/)
    .map((line) => writeLine(line, marks))
    .join('<br>')
}

function writeLine(text: string, { isBold, isItalic, script, href, isHeading }: Marks): string {
  let html = escapeHtml(text)
  if (!html) return ''
  if (script) html = `<${script}>${html}</${script}>`
  if (isItalic) html = `<em>${html}</em>`
  if (isBold && !isHeading) html = `<strong>${html}</strong>`
  return href ? `<a href="${escapeHtml(href)}">${html}</a>` : html
}

/** The style of `element` takes precedence over `marks`. */
function addMarks(element: Element, marks: Marks): Marks {
  const { localName } = element
  const style = readStyle(element)
  const weight = style.get('font-weight') ?? (localName === 'b' || localName === 'strong' ? 'bold' : '')
  const align = style.get('vertical-align')
  const slope = style.get('font-style') ?? (localName === 'i' || localName === 'em' ? 'italic' : '')
  return {
    ...marks,
    isBold:
      /^(bold|bolder|[6-9]\d\d|1000)$/.test(weight) ||
      (marks.isBold && !/^(normal|lighter|[1-5]\d\d)$/.test(weight)),
    isItalic: /^(italic|oblique)/.test(slope) || (marks.isItalic && slope !== 'normal'),
    script: scriptOf(localName, align) ?? (align === 'baseline' ? undefined : marks.script),
    isPreformatted: marks.isPreformatted || localName === 'pre',
    href: localName === 'a' ? cleanCopiedLink(element.getAttribute('href') ?? '') : marks.href,
  }
}

function scriptOf(localName: string, align: string | undefined): Script {
  if (align === 'super' || (localName === 'sup' && align === undefined)) return 'sup'
  return align === 'sub' || (localName === 'sub' && align === undefined) ? 'sub' : undefined
}

/** Includes elements that are styled as blocks. */
function isBlock(element: Element): boolean {
  return (
    BLOCKS.has(element.localName) ||
    /^(?:block|flex|grid|flow-root|list-item|table(?!-)|table-(?:row|cell|caption))/.test(
      readStyle(element).get('display') ?? '',
    )
  )
}

const CHECKED = '☑ '
const UNCHECKED = '☐ '

function isCheckbox(element: Element): boolean {
  return element.localName === 'input' && element.getAttribute('type') === 'checkbox'
}

/** The state of a list item of Google Docs, Notion and others. */
function readCheckState(item: Element): string {
  const state = item.getAttribute('aria-checked') ?? item.getAttribute('data-checked')
  if (state === null || item.querySelector('input[type="checkbox"]')) return ''
  return state === 'true' ? CHECKED : UNCHECKED
}

/** Reference marks and edit links, which lead to lists and forms of Wikipedia itself. */
const WIKIPEDIA_LINKS = '.mw-editsection, sup.reference, .mw-cite-backlink'

function isStruckOut(element: Element): boolean {
  return (
    /^(?:s|strike|del)$/.test(element.localName) ||
    /line-through/.test(
      `${readStyle(element).get('text-decoration')} ${readStyle(element).get('text-decoration-line')}`,
    )
  )
}

function isHidden(element: Element): boolean {
  if (isCheckbox(element)) return false
  // Apps strike out the items of a list that are done.
  if (isStruckOut(element) && !element.closest('[aria-checked], [data-checked]')) return true
  if (element.matches(WIKIPEDIA_LINKS)) return true
  if (DROPPED.has(element.localName) || element.hasAttribute('hidden')) return true
  if (/\b(msoDel|MsoCommentReference)\b/.test(element.getAttribute('class') ?? '')) return true
  const style = readStyle(element)
  return (
    style.get('display') === 'none' ||
    style.get('mso-hide') === 'all' ||
    (style.get('mso-element')?.startsWith('comment') ?? false)
  )
}

function isListMarker(element: Element): boolean {
  return readStyle(element).get('mso-list') === 'ignore'
}

/** Reads the style in lower case, including Word's properties, which browsers ignore. */
function readStyle(element: Element): Map<string, string> {
  const declarations = (element.getAttribute('style') ?? '').toLowerCase().split(';')
  return new Map(
    declarations.map((declaration) => {
      const [property = '', ...value] = declaration.split(':')
      return [property.trim(), value.join(':').trim()]
    }),
  )
}

function wrap(name: string, html: string): string {
  return html && `<${name}>${html}</${name}>`
}

function isElement(node: ChildNode): node is Element & ChildNode {
  return node.nodeType === ELEMENT
}
