import { MAX_TEXT_PARTS, walkHtml } from '#kernel/text/walk-html.ts'

export type EmailElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: EmailNode[]
}

/** An element, or decoded text. */
export type EmailNode = EmailElement | string

/** Reads sanitised HTML. Elements nested too deep, and those after too many parts, are left out. */
export function readEmailTree(html: string): EmailNode[] {
  const root: EmailElement = { name: '', attributes: {}, children: [] }
  const open = [root]
  walkHtml(
    html,
    {
      open(name, attributes) {
        const element = { name, attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      close() {
        open.pop()
      },
      text(text) {
        const siblings = open.at(-1)?.children ?? []
        const before = siblings.at(-1)
        // The parser ends a text at each character reference.
        if (typeof before === 'string') siblings[siblings.length - 1] = before + text
        else siblings.push(text)
      },
    },
    MAX_TEXT_PARTS,
  )
  return root.children
}

export function hasClass({ attributes }: EmailElement, name: string): boolean {
  return attributes.class?.split(' ').includes(name) ?? false
}

/** Returns the first child with the name. */
export function childNamed({ children }: EmailElement, name: string): EmailElement | undefined {
  return children.find((child): child is EmailElement => typeof child !== 'string' && child.name === name)
}

/** Returns the elements with one of the names, except for those within others of them. */
export function elementsNamed(nodes: readonly EmailNode[], names: readonly string[]): EmailElement[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    return names.includes(node.name) ? [node] : elementsNamed(node.children, names)
  })
}

export function textOf(node: EmailNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}
