import { languageDirection, toLanguageTag } from '#kernel/text/language-tag.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { LINK_SCHEMES } from '#kernel/web-address.ts'
import { alignNumbers } from './align-numbers.ts'
import { BLOCKS } from './blocks.ts'
import { EMAIL_RULE, type EmailContext, type EmailData, writeEmailBox } from './email-form.ts'
import { type EmailElement, type EmailNode, readEmailTree } from './email-tree.ts'

type Place = { isFirst: boolean; isLast: boolean; isBeforeList: boolean }
type StyleOf = (place: Place, email: EmailContext) => string

const gap = ({ isLast }: Place) => `margin:0 0 ${isLast ? 0 : 18}px`
const heading =
  (size: number, line: number): StyleOf =>
  ({ isFirst }) =>
    `margin:${isFirst ? 0 : 28}px 0 10px;font-size:${size}px;line-height:${line}px;font-weight:bold`
const list: StyleOf = (place, { start }) => `${gap(place)};padding:0;padding-${start}:28px`
const script: StyleOf = () => 'font-size:75%;line-height:0'
const noStyle: StyleOf = () => ''

/** The elements of texts, which keep no attributes but these and `lang` and `dir`. */
const TEXT_STYLES: Readonly<Record<string, StyleOf>> = {
  // A list is as near to the paragraph before it as its items are to each other.
  p: (place) => (place.isBeforeList ? 'margin:0 0 8px' : gap(place)),
  h2: heading(22, 28),
  h3: heading(19, 25),
  h4: heading(17, 24),
  h5: heading(17, 24),
  h6: heading(17, 24),
  ul: list,
  ol: list,
  li: () => 'margin:0 0 8px',
  dl: gap,
  dt: () => 'font-weight:bold',
  dd: (_, { start }) => `margin:0 0 8px;margin-${start}:16px`,
  pre: (place) =>
    `${gap(place)};font-family:Consolas,monospace;font-size:14px;line-height:20px;white-space:pre-wrap`,
  code: () => 'font-family:Consolas,monospace;font-size:15px',
  sub: script,
  sup: script,
  div: noStyle,
  span: noStyle,
  bdi: noStyle,
  strong: noStyle,
  b: noStyle,
  em: noStyle,
  i: noStyle,
  del: noStyle,
  s: noStyle,
  ins: noStyle,
}

const INLINE = ['sub', 'sup', 'span', 'bdi', 'strong', 'b', 'em', 'i', 'del', 's', 'ins', 'code', 'a', 'br']

/** Keep their content apart from what is beside it. */
const TRANSPARENT_BLOCKS = ['section', 'article', 'aside', 'figure', 'figcaption', 'details', 'summary']

/**
 * Writes a text for an email, with the email forms of its blocks.
 *
 * @param html sanitised
 * @returns one HTML for each block at its top level
 */
export function writeEmailBlocks(html: string, data: EmailData): string[] {
  const email = createContext(data)
  const blocks: string[] = []
  let line: EmailNode[] = []
  const add = (block: string) => {
    if (block.trim()) blocks.push(block)
  }
  const endLine = () => {
    const text = email.write(line).trim()
    add(text && `<p style="margin:0 0 18px">${text}</p>`)
    line = []
  }
  const addNodes = (nodes: readonly EmailNode[]) => {
    for (const node of nodes)
      if (typeof node === 'string' || INLINE.includes(node.name)) line.push(node)
      else {
        endLine()
        if (isWrapper(node)) addNodes(node.children)
        else add(writeElement(node, email, TOP_LEVEL))
      }
    endLine()
  }
  addNodes(readEmailTree(alignNumbers(html)))
  return blocks
}

const TOP_LEVEL: Place = { isFirst: false, isLast: false, isBeforeList: false }

/** An element around a whole text must not become one block. */
function isWrapper({ name, attributes }: EmailElement): boolean {
  return (
    ['div', 'section', 'article'].includes(name) && !attributes.class && !attributes.lang && !attributes.dir
  )
}

/** Writes a line of text for an email. @param html sanitised */
export function writeEmailText(html: string, data: EmailData): string {
  return createContext(data).write(readEmailTree(html))
}

function createContext(data: EmailData): EmailContext {
  const email: EmailContext = { ...data, write: (nodes) => writeNodes(nodes, email) }
  return email
}

function writeNodes(nodes: readonly EmailNode[], email: EmailContext): string {
  const first = nodes.findIndex((node) => !isSpace(node))
  const last = nodes.findLastIndex((node) => !isSpace(node))
  return nodes
    .map((node, index) => {
      if (typeof node === 'string') return escapeHtml(node)
      const isBeforeList = isList(nodes[index + 1]) || (isSpace(nodes[index + 1]) && isList(nodes[index + 2]))
      return writeElement(node, email, { isFirst: index === first, isLast: index === last, isBeforeList })
    })
    .join('')
}

const isSpace = (node: EmailNode | undefined) => typeof node === 'string' && node.trim() === ''
const isList = (node: EmailNode | undefined) =>
  typeof node === 'object' && (node.name === 'ul' || node.name === 'ol')

function writeElement(element: EmailElement, email: EmailContext, place: Place): string {
  for (const block of BLOCKS) {
    const written = block.writeEmail(element, email)
    if (written !== undefined) return written
  }
  const { name, children } = element
  if (name === 'br') return '<br>'
  const content = email.write(children)
  if (name === 'a') return writeLink(element, content, email)
  if (name === 'blockquote') return writeQuote(content, email, place)
  if (TRANSPARENT_BLOCKS.includes(name)) return `<div>${content}</div>`
  const styleOf = TEXT_STYLES[name]
  if (!styleOf) return content
  const { attributes, direction } = readLanguage(element)
  if (name === 'span' && !attributes) return content
  const style = [styleOf(place, email), direction].filter(Boolean).join(';')
  // A list that continues after a text.
  const start = name === 'ol' ? writeNumber('start', element.attributes.start) : ''
  return `<${name}${start}${attributes}${style && ` style="${style}"`}>${content}</${name}>`
}

function writeNumber(name: string, value: string | undefined): string {
  return value && /^-?\d{1,6}$/.test(value) ? ` ${name}="${value}"` : ''
}

function writeQuote(content: string, email: EmailContext, place: Place): string {
  const { start } = email
  const box = writeEmailBox(content, `padding-${start}:16px;border-${start}:3px solid ${EMAIL_RULE}`, email)
  return `<blockquote style="${gap(place)}">${box}</blockquote>`
}

function writeLink({ attributes }: EmailElement, content: string, { pageUrl, accent }: EmailContext): string {
  const url = attributes.href === undefined ? null : URL.parse(attributes.href, pageUrl)
  if (!url || !LINK_SCHEMES.includes(url.protocol.slice(0, -1))) return content
  return `<a href="${escapeHtml(url.href)}" style="color:${accent}">${content}</a>`
}

/** `direction` is a style: the text around it has a fixed one. */
function readLanguage({ attributes: { lang = '', dir = '' } }: EmailElement) {
  const tag = toLanguageTag(lang)
  const direction = dir === 'ltr' || dir === 'rtl' ? dir : tag ? languageDirection(tag) : undefined
  return {
    attributes: `${tag ? ` lang="${tag}"` : ''}${direction ? ` dir="${direction}"` : ''}`,
    direction: direction && `text-align:${direction === 'rtl' ? 'right' : 'left'}`,
  }
}
