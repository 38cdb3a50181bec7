import { getSchema, Node } from '@tiptap/core'
import { DOMParser as DocumentParser, type Schema } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { sanitiseOwnBody } from '#platform/render/sanitise.server.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { BLOCK_MARKUP } from './blocks.ts'
import { type EmbedAttributes, embed } from './embed.ts'
import { writeHtml } from './write-html.ts'

const schema: Schema = getSchema([
  Node.create({ name: 'doc', topNode: true, content: 'figure+' }),
  Node.create({ name: 'text', group: 'inline' }),
  ...embed.extensions,
])

const VIDEO: EmbedAttributes = {
  address: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  title: 'The interview',
  author: 'Masthead TV',
  text: '',
  image: '/storage/article-images/embed-1.webp',
  imageWidth: 960,
  imageHeight: 540,
}
const NO_IMAGE = { image: '', imageWidth: 0, imageHeight: 0 }
const POST: EmbedAttributes = {
  address: 'https://x.com/NASA/status/1816540213467431402',
  title: '',
  author: 'NASA',
  text: 'First line\nsecond line\n\nNew paragraph',
  ...NO_IMAGE,
}
const BARE: EmbedAttributes = { ...VIDEO, title: '', author: '', ...NO_IMAGE }
const MAP: EmbedAttributes = { ...BARE, address: 'https://www.google.com/maps/@51.5,-0.12,15z' }

function write(attributes: EmbedAttributes): string {
  const spec = schema.node('embed', attributes).type.spec.toDOM?.(schema.node('embed', attributes))
  return spec ? writeHtml(spec, '') : ''
}

function read(html: string): EmbedAttributes | undefined {
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  const [node] = DocumentParser.fromSchema(schema).parse(document.body).children
  return node?.attrs as EmbedAttributes | undefined
}

describe('embed', () => {
  it('is stored as a link with the title, the author and the provider', () => {
    expect(write(VIDEO)).toBe(
      '<figure class="embed" data-address="https://www.youtube.com/watch?v=dQw4w9WgXcQ" data-image="/storage/article-images/embed-1.webp" data-width="960" data-height="540">' +
        '<p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">The interview</a></p><figcaption>Masthead TV · YouTube</figcaption></figure>',
    )
  })

  it('quotes a post', () => {
    expect(write(POST)).toContain(
      '<blockquote><p>First line<br>second line</p><p>New paragraph</p></blockquote>' +
        '<p><a href="https://x.com/NASA/status/1816540213467431402">Post on X</a></p><figcaption>NASA</figcaption>',
    )
  })

  it('shows the address while nothing else is known', () => {
    expect(write(BARE)).toContain(
      '>www.youtube.com/watch?v=dQw4w9WgXcQ</a></p><figcaption>YouTube</figcaption>',
    )
    expect(write(MAP)).toContain('>Map on Google Maps</a></p></figure>')
  })

  it.each([
    ['a video', VIDEO],
    ['a post', POST],
    ['an address', BARE],
    ['a map', MAP],
  ])('is read as it was stored, also after it was sanitised: %s', (_, attributes) => {
    expect(read(write(attributes))).toEqual(attributes)
    const sanitised = sanitiseOwnBody(write(attributes), BLOCK_MARKUP)
    expect(read(sanitised)).toEqual(attributes)
  })

  it.each(HOSTILE_HTML)('escapes what others have written: %s', (hostile) => {
    const attributes = { ...VIDEO, title: `Title ${hostile}`, author: hostile, text: hostile }
    const { document } = parseHTML(`<html><body>${write(attributes)}</body></html>`)
    expect([...document.body.querySelectorAll('*')].map(({ localName }) => localName).join(' ')).toMatch(
      /^figure blockquote(?: p(?: br)*)+ p a figcaption$/,
    )
    expect(document.querySelector('a')?.textContent).toBe(attributes.title)
  })

  it.each([
    ['another page', { address: 'https://evil.example/' }],
    ['a script', { address: 'javascript:alert(1)' }],
    ['an address that is not canonical', { address: 'https://youtu.be/dQw4w9WgXcQ' }],
    ['an image of others', { image: 'https://evil.example/pixel.png' }],
    ['a file outside of the uploads', { image: '/storage/article-images/../secret' }],
    ['a size that is none', { imageWidth: -1 }],
    ['a text that is too long', { text: 'x'.repeat(2_001) }],
    ['a title that is no text', { title: { toString: () => 'x' } }],
  ])('refuses the steps of a browser that sends %s', (_, attributes) => {
    expect(() =>
      schema.node('doc', null, [schema.node('embed', { ...VIDEO, ...attributes })]).check(),
    ).toThrow(RangeError)
  })

  it('is not stored before it has an address', () => {
    expect(embed.writeHtml?.embed?.(schema.node('embed', { ...BARE, address: '' }), [])).toBe('')
    expect(embed.writeHtml?.embed?.(schema.node('embed', VIDEO), [])).toBe(write(VIDEO))
  })

  it('is copied as text with its address', () => {
    expect(embed.plainText?.(VIDEO)).toBe('The interview\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ')
    expect(embed.plainText?.(BARE)).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
    expect(embed.plainText?.(POST)).toBe(
      'First line\nsecond line\n\nNew paragraph\n\nPost on X\nhttps://x.com/NASA/status/1816540213467431402',
    )
    expect(embed.plainText?.({ ...BARE, address: '' })).toBe('')
  })

  it('does not read other figures, and images of others', () => {
    expect(
      read('<figure class="embed" data-address="https://evil.example/"><p>x</p></figure>')?.address,
    ).toBe('')
    const foreign = write(VIDEO).replace(
      '/storage/article-images/embed-1.webp',
      'https://evil.example/pixel.png',
    )
    expect(read(foreign)).toEqual({ ...VIDEO, ...NO_IMAGE })
  })
})
