import { SaxesParser } from 'saxes'

export type XmlNode = {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
  /** The text of a child. @throws without exactly one */
  text(name: string): string
  child(name: string): XmlNode
  all(name: string): XmlNode[]
  content: string
}

/** Parses well-formed XML with declared namespaces into a tree. @returns the root element */
export function parseXml(xml: string): XmlNode {
  const root = createNode('', {})
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const node = createNode(name, Object.fromEntries(values))
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  const append = (text: string) => {
    const node = open.at(-1)
    if (node) node.content += text
  }
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root.children[0] as XmlNode
}

function createNode(name: string, attributes: Record<string, string>): XmlNode {
  const children: XmlNode[] = []
  const all = (wanted: string) => children.filter((child) => child.name === wanted)
  const child = (wanted: string) => {
    const [found, ...more] = all(wanted)
    if (!found || more.length > 0) throw new Error(`<${name}> does not have one <${wanted}>`)
    return found
  }
  return { name, attributes, children, content: '', all, child, text: (wanted) => child(wanted).content }
}
