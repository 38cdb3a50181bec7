import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { TEXT_LIMITS } from '../rules/file-form.ts'
import { readMetadata } from './read-metadata.server.ts'

const image = () => sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })

const rdf = (attributes: string, children = '') =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" ${attributes}>${children}</rdf:Description></rdf:RDF></x:xmpmeta>`
const list = (name: string, kind: string, ...items: string[]) =>
  `<${name}><rdf:${kind}>${items.map((item) => `<rdf:li xml:lang="x-default">${item}</rdf:li>`).join('')}</rdf:${kind}></${name}>`

const XMP = rdf(
  'photoshop:Credit="Reuters" photoshop:Source="Reuters Archive" photoshop:DateCreated="2024-05-06T07:08:09+02:00"',
  [
    list('dc:description', 'Alt', 'A ferry &amp; its crew'),
    list('dc:creator', 'Seq', 'Jane Doe'),
    list('dc:subject', 'Bag', 'harbour', 'ferry'),
    list('Iptc4xmpExt:PersonInImage', 'Bag', 'Ann', 'Bob'),
    list('Iptc4xmpCore:AltTextAccessibility', 'Alt', 'A white ferry'),
    list('xmpRights:UsageTerms', 'Alt', 'Editorial use only'),
  ].join(''),
)

describe('readMetadata', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('reads XMP of %s', async (format) => {
    const bytes = await image().withXmp(XMP).toFormat(format).toBuffer()
    expect(readMetadata(await sharp(bytes).metadata())).toEqual({
      alt: 'A white ferry',
      caption: 'A ferry & its crew',
      credit: 'Jane Doe/Reuters',
      source: 'Reuters Archive',
      people: 'Ann, Bob',
      keywords: 'harbour, ferry',
      rightsNote: 'Editorial use only',
      takenAt: new Date('2024-05-06T05:08:00Z'),
    })
  })

  it('reads EXIF, with times without an offset as London’s', async () => {
    const read = async (exif: Record<string, string>) => {
      const bytes = await image()
        .withExif({
          IFD0: { ImageDescription: 'A quay', Artist: 'Ann', Copyright: '(c) Paper' },
          IFD2: exif,
          IFD3: { GPSLatitude: '51/1 30/1 0/1' },
        })
        .jpeg()
        .toBuffer()
      return readMetadata(await sharp(bytes).metadata())
    }
    const found = await read({ DateTimeOriginal: '2024:07:02 03:04:05' })
    expect(found).toMatchObject({
      caption: 'A quay',
      credit: 'Ann',
      takenAt: new Date('2024-07-02T02:04:00Z'),
    })
    expect(JSON.stringify(found)).not.toContain('51')
    expect(
      await read({ DateTimeOriginal: '2024:07:02 03:04:05', OffsetTimeOriginal: '+09:00' }),
    ).toMatchObject({
      takenAt: new Date('2024-07-01T18:04:00Z'),
    })
    expect(await read({ DateTimeOriginal: '0000:00:00 00:00:00' })).toMatchObject({ takenAt: null })
  })

  it('reads IPTC, in UTF-8 if it says so', () => {
    const record = (number: number, dataset: number, text: Buffer | string) => {
      const bytes = Buffer.from(text)
      return Buffer.concat([
        Buffer.from([0x1c, number, dataset, bytes.length >> 8, bytes.length & 255]),
        bytes,
      ])
    }
    const records = Buffer.concat([
      record(1, 90, Buffer.from([0x1b, 0x25, 0x47])),
      record(2, 120, 'Zürich’s quay'),
      record(2, 80, 'Jane Doe'),
      record(2, 110, 'PA'),
      record(2, 25, 'quay'),
      record(2, 25, 'ferry'),
    ])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(records.length)
    const iptc = Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'), length, records])
    expect(readMetadata({ iptc })).toMatchObject({
      caption: 'Zürich’s quay',
      credit: 'Jane Doe/PA',
      keywords: 'quay, ferry',
    })
  })

  it('ignores the names that cameras write', async () => {
    const bytes = await image()
      .withExif({ IFD0: { ImageDescription: 'OLYMPUS DIGITAL CAMERA         ' } })
      .jpeg()
      .toBuffer()
    expect(readMetadata(await sharp(bytes).metadata()).caption).toBe('')
  })

  it.each([
    ['nothing', {}],
    [
      'damaged blocks',
      { exif: Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff', 'latin1'), iptc: Buffer.alloc(9, 0x1c) },
    ],
    ['other XML', { xmp: Buffer.from('<html><script>alert(1)</script>') }],
    [
      'entities',
      {
        xmp: Buffer.from(
          `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(1_000)}">]>${rdf('', list('dc:description', 'Alt', '&b;'))}`,
        ),
      },
    ],
    ['deep nesting', { xmp: Buffer.from('<a>'.repeat(20_000)) }],
    ['too much', { xmp: Buffer.from(rdf('', list('dc:description', 'Alt', 'x'.repeat(70_000)))) }],
  ])('finds no text in %s', (_, metadata) => {
    expect(readMetadata(metadata)).toMatchObject({ caption: '', credit: '', takenAt: null })
  })

  it('bounds and cleans texts', () => {
    const xmp = Buffer.from(
      rdf(
        `photoshop:Credit="${'c'.repeat(5_000)}"`,
        list(
          'dc:description',
          'Alt',
          '&lt;img src=x onerror=alert(1)&gt;\n\u200bA\u0301\u0301\u0301\u0301\u0301\u0301',
        ),
      ),
    )
    const { credit, caption } = readMetadata({ xmp })
    expect(credit).toHaveLength(TEXT_LIMITS.credit)
    // Text, which screens escape.
    expect(caption).toMatch(/^<img src=x onerror=alert\(1\)> .{1,6}$/)
  })
})
