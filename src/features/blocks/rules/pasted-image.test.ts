import { describe, expect, it } from 'vitest'
import { bodyHtml } from '#features/drafts/rules/draft-document.ts'
import { DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import { documentOf } from '#features/drafts/testing/documents.ts'
import { sanitiseOwnBody } from '#platform/render/sanitise.server.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { BLOCK_MARKUP } from './blocks.ts'
import { readRtfImages } from './rtf-images.ts'

const ID = '00000000-0000-4000-8000-00000000000a'
const stored = (address: string) =>
  `<figure class="pasted-image" data-id="${ID}" data-address="${address}" data-alt="A ferry" data-credit="Ada"><figcaption>At <strong>dusk</strong></figcaption></figure>`
const bodyOf = (html: string) => documentOf(html).child(2)

describe('pastedImage', () => {
  it('is stored and read again, and readers see nothing of it', () => {
    const html = stored('https://x.example/a.jpg?b=1&amp;c=2')
    const body = bodyOf(html)
    expect(body.firstChild?.attrs).toEqual({
      id: ID,
      address: 'https://x.example/a.jpg?b=1&c=2',
      alt: 'A ferry',
      credit: 'Ada',
    })
    expect(bodyHtml(body)).toBe(html)
    expect(sanitiseOwnBody(`<p>Tea</p>${html}`, BLOCK_MARKUP)).toBe('<p>Tea</p>')
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:image/png;base64,AA', '//x.example/a.jpg'])(
    'has no address such as %s',
    (address) => {
      expect(bodyOf(stored(address)).firstChild?.type.name).not.toBe('pastedImage')
      const node = { type: 'pastedImage', attrs: { id: ID, address } }
      expect(() => DRAFT_SCHEMA.nodeFromJSON(node).check()).toThrow('Invalid attribute')
    },
  )

  it.each(HOSTILE_HTML)('escapes texts of others: %s', (hostile) => {
    const attrs = { id: ID, address: '', alt: hostile, credit: hostile }
    const node = DRAFT_SCHEMA.nodeFromJSON({ type: 'pastedImage', attrs })
    const html = bodyHtml(DRAFT_SCHEMA.node('body', null, [node]))
    expect(html.replace(/"[^"]*"/g, '""')).toBe(
      '<figure class="" data-id="" data-alt="" data-credit=""><figcaption></figcaption></figure>',
    )
  })
})

describe('readRtfImages', () => {
  it.each([
    ['no images', '{\\rtf1 Tea}'],
    ['an odd number of digits', '{\\pict\\pngblip\n895}'],
    ['other characters', '{\\pict\\pngblip\nxy}'],
    ['no end', '{\\pict\\pngblip\n8950'],
    ['a metafile', '{\\pict\\wmetafile8\n8950}'],
  ])('finds nothing in a document with %s', (_, rtf) => {
    expect(readRtfImages(rtf)).toEqual([])
  })

  it('takes linear time', () => {
    const started = performance.now()
    for (const part of ['\\pngblip', '\\pngblip{', '\\pngblip ', '{\\*\\pngblip\\a1 '])
      readRtfImages(part.repeat(50_000))
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})
