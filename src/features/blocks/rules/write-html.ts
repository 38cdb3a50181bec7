import type { DOMOutputSpec } from '@tiptap/pm/model'
import { escapeHtml } from '#kernel/text/text.ts'

const VOID_ELEMENTS = ['hr', 'img', 'br', 'source', 'track']

/** Writes the element that a node renders as, without a DOM. `content` is the HTML of its children. */
export function writeHtml(spec: DOMOutputSpec, content: string): string {
  if (typeof spec === 'string') return escapeHtml(spec)
  if (!Array.isArray(spec)) throw new TypeError('Nodes render as arrays')
  const [name, first, ...rest] = spec as [string, ...unknown[]]
  const hasAttributes = typeof first === 'object' && first !== null && !Array.isArray(first)
  const attributes = Object.entries(hasAttributes ? (first as Record<string, unknown>) : {})
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([attribute, value]) => ` ${attribute}="${escapeHtml(String(value))}"`)
  const tag = `<${name}${attributes.join('')}>`
  if (VOID_ELEMENTS.includes(name)) return tag
  const children = (hasAttributes ? rest : [first, ...rest]).filter((child) => child !== undefined)
  const inner = children.map((child) => (child === 0 ? content : writeHtml(child as DOMOutputSpec, content)))
  return `${tag}${inner.join('')}</${name}>`
}
