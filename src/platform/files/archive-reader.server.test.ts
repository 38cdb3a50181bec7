import { PassThrough, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readArchive } from './archive-reader.server.ts'
import { writeArchive } from './archive-writer.server.ts'

const CUT = 'The backup is damaged: it was cut off or altered.'
const PASSPHRASE = 'correct horse battery staple'

type File = { name: string; bytes: Uint8Array }

async function write(files: File[], passphrase?: string): Promise<Buffer> {
  const target = new PassThrough()
  const [bytes] = await Promise.all([
    buffer(target),
    writeArchive(target, {
      passphrase,
      cost: 10,
      async write(archive) {
        for (const { name, bytes } of files)
          await archive.addFile(
            { name, size: bytes.length, mtime: new Date(0) },
            Readable.from([Buffer.from(bytes)]),
          )
      },
    }),
  ])
  return bytes
}

async function read(archive: Uint8Array, passphrase = PASSPHRASE): Promise<File[]> {
  const files: File[] = []
  const source = Readable.from([Buffer.from(archive)], { objectMode: false })
  for await (const { name, content } of readArchive(source, { passphrase: async () => passphrase }))
    files.push({ name, bytes: new Uint8Array(await buffer(content)) })
  return files
}

/** Compares the bytes as text, which takes a fraction of the time. */
function expectEqual(found: File[], expected: File[]): void {
  const [one, other] = [found, expected].map((list) =>
    list.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('latin1')]),
  )
  expect(one).toEqual(other)
}

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  fc.integer({ min: 65_000, max: 140_000 }).map((size) => new Uint8Array(size).map((_, at) => at % 253)),
)
const files = fc.array(fc.record({ name: fc.stringMatching(/^[a-z]{1,8}\/[a-z]{1,120}$/), bytes }), {
  maxLength: 5,
})

describe('an archive', () => {
  it.each([
    ['plain', undefined],
    ['encrypted', PASSPHRASE],
  ])('contains the files that were added, %s', async (_, passphrase) => {
    await fc.assert(
      fc.asyncProperty(files, async (added) => {
        expectEqual(await read(await write(added, passphrase)), added)
      }),
      { numRuns: 25 },
    )
  })

  it('splits a stream of unknown size into files', async () => {
    const target = new PassThrough()
    const content = Array.from({ length: 40 }, (_, index) => Buffer.alloc(60_000, index))
    const writing = writeArchive(target, {
      passphrase: undefined,
      write: (archive) => archive.addStream('table', Readable.from(content)),
    })
    const [archive] = await Promise.all([buffer(target), writing])
    const parts = await read(archive)
    expect(parts.map(({ name }) => name)).toEqual(['table/000001', 'table/000002', 'table/000003'])
    expect(Buffer.concat(parts.map((part) => part.bytes))).toEqual(Buffer.concat(content))
  })

  const sample: File[] = [
    { name: 'a', bytes: new Uint8Array(200_000).map((_, index) => (index * 7919) % 251) },
  ]

  it.each([
    ['plain', undefined],
    ['encrypted', PASSPHRASE],
  ])('is rejected when it was cut off anywhere, %s', async (_, passphrase) => {
    const archive = await write(sample, passphrase)
    for (const share of [0.2, 0.5, 0.9]) {
      const cut = archive.subarray(0, Math.floor(archive.length * share))
      await expect(read(cut)).rejects.toThrow(CUT)
    }
  })

  it('is rejected when any byte of an encrypted one was altered', async () => {
    const archive = await write(sample, PASSPHRASE)
    await fc.assert(
      fc.asyncProperty(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const altered = Buffer.from(archive)
        altered[at] = (altered[at] ?? 0) ^ change
        await expect(read(altered)).rejects.toThrow(/damaged|passphrase|not a backup/)
      }),
      { numRuns: 30 },
    )
  })

  it('is rejected when any byte of a plain one was altered, or has the same content', async () => {
    const archive = await write(sample)
    await fc.assert(
      fc.asyncProperty(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const altered = Buffer.from(archive)
        altered[at] = (altered[at] ?? 0) ^ change
        const found = await read(altered).catch((error: Error) => error)
        if (found instanceof Error) expect(found.message).toMatch(/damaged|not a backup/)
        else expectEqual(found, sample)
      }),
      { numRuns: 100 },
    )
  })

  it('is rejected with its reason for a wrong passphrase, and when chunks were exchanged', async () => {
    const archive = await write(
      [
        { name: 'a', bytes: crypto.getRandomValues(new Uint8Array(60_000)) },
        ...sample,
        { name: 'b', bytes: crypto.getRandomValues(new Uint8Array(60_000)) },
        { name: 'c', bytes: crypto.getRandomValues(new Uint8Array(60_000)) },
      ],
      PASSPHRASE,
    )
    await expect(read(archive, 'wrong')).rejects.toThrow('The passphrase does not match this backup.')
    const headerBytes = 'MASTHEAD-ENCRYPTED-1\n'.length + 1 + 16 + 7 + 32
    const size = 65_536 + 16
    const [first, second] = [0, 1].map((n) =>
      archive.subarray(headerBytes + n * size, headerBytes + (n + 1) * size),
    )
    const exchanged = Buffer.concat([
      archive.subarray(0, headerBytes),
      second as Buffer,
      first as Buffer,
      archive.subarray(headerBytes + 2 * size),
    ])
    await expect(read(exchanged)).rejects.toThrow(CUT)
  })

  it('is rejected if it is something else', async () => {
    await expect(read(Buffer.from('PK\u0003\u0004 a zip file of another program'))).rejects.toThrow(
      'The file is not a backup of Masthead.',
    )
    await expect(read(Buffer.alloc(0))).rejects.toThrow('The file is not a backup of Masthead.')
  })

  it('reports an error of its source while the passphrase is requested', async () => {
    const source = new PassThrough()
    source.write(await write(sample, PASSPHRASE))
    const passphrase = async () => {
      source.destroy(new Error('The connection was lost'))
      await setImmediate()
      return PASSPHRASE
    }
    await expect(readArchive(source, { passphrase }).next()).rejects.toThrow('The connection was lost')
  })

  it('contains no readable text when it is encrypted', async () => {
    const archive = await write([{ name: 'secret-name', bytes: Buffer.from('secret text') }], PASSPHRASE)
    expect(archive.toString('latin1')).not.toContain('secret')
  })

  it('fails when a file cannot be read, and destroys the target', async () => {
    const target = new PassThrough()
    target.on('error', () => {})
    const failing = writeArchive(target, {
      passphrase: undefined,
      async write(archive) {
        await archive.addText('a', 'b')
        throw new Error('The disk failed')
      },
    })
    await expect(failing).rejects.toThrow('The disk failed')
    expect(target.destroyed).toBe(true)
    await expect(text(target)).rejects.toThrow()
  })
})
