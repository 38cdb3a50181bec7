import { describe, expect, it } from 'vitest'
import { processorMs } from '#platform/testing/hostile-texts.ts'
import { parseXmlTree, type XmlElement } from './xml-tree.ts'

const URL = 'https://paper.example/feed'
const DC = 'http://purl.org/dc/elements/1.1/'
const CONTENT = 'http://purl.org/rss/1.0/modules/content/'

/** The names of all elements, in the order of their start tags. */
function namesOf(text: string): string[] {
  const list = ({ name, children }: XmlElement): string[] => [
    name,
    ...children.flatMap((child) => (typeof child === 'string' ? [] : list(child))),
  ]
  const root = parseXmlTree(text, URL)
  return root ? list(root) : []
}

describe('the prefixes of namespaces', () => {
  it('are those of the element and of the elements around it', () => {
    expect(
      namesOf(
        `<rss xmlns:one="${DC}"><channel xmlns:two="${CONTENT}"><group xmlns:three="urn:x"><one:creator/><two:encoded/><three:title/></group></channel></rss>`,
      ),
    ).toEqual(['rss', 'channel', 'group', 'dc:creator', 'content:encoded', 'three?:title'])
  })

  it('are replaced by an inner declaration, until its element ends', () => {
    expect(
      namesOf(
        `<rss xmlns:x="${DC}"><group xmlns:x="${CONTENT}"><x:encoded/></group><x:creator/><group xmlns:x="urn:x"><x:creator/></group></rss>`,
      ),
    ).toEqual(['rss', 'group', 'content:encoded', 'dc:creator', 'group', 'x?:creator'])
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'have no meaning of their own, such as "%s"',
    (prefix) => {
      expect(namesOf(`<rss><${prefix}:title/></rss>`)).toEqual(['rss', `${prefix.toLowerCase()}?:title`])
      expect(
        namesOf(`<rss xmlns:${prefix}="${DC}"><group xmlns:a="urn:a"><${prefix}:creator/></group></rss>`),
      ).toEqual(['rss', 'group', 'dc:creator'])
    },
  )
})

it('parses elements that declare a prefix in a time that does not depend on the number of prefixes in scope', () => {
  const declare = (count: number) =>
    Array.from({ length: count }, (_, n) => ` xmlns:p${n}="urn:${n}"`).join('')
  const elements = '<a xmlns:q="urn:q"/>'.repeat(2_000)
  const timeOf = (text: string) => processorMs(() => parseXmlTree(text, URL))
  const apart = `<rss><x${declare(2_000)}/>${elements}</rss>`
  const inScope = `<rss${declare(2_000)}>${elements}</rss>`
  const fastest = (text: string) => Math.min(...[1, 2, 3].map(() => timeOf(text)))
  expect(fastest(inScope)).toBeLessThan(4 * fastest(apart))
})
