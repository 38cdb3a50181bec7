import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import yauzl from 'yauzl'
import { writeZip } from './zip-writer.server.ts'

it('writes entries that yauzl reads', async () => {
  const target = new PassThrough()
  const read = buffer(target)
  await writeZip(target, async (zip) => {
    await zip.addText('ä/text.txt', 'Grüße')
    await zip.addStream(
      'stream.txt',
      (async function* () {
        yield 'a'
        yield 'b'
      })(),
    )
    await zip.addFile(
      'file.bin',
      (async function* () {
        yield new Uint8Array([1, 2])
      })(),
    )
    await zip.addText('empty.txt', '')
  })
  const zip = await yauzl.fromBufferPromise(await read)
  const found: [string, string][] = []
  for await (const entry of zip.eachEntry())
    found.push([entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString()])
  expect(found).toEqual([
    ['ä/text.txt', 'Grüße'],
    ['stream.txt', 'ab'],
    ['file.bin', '\u0001\u0002'],
    ['empty.txt', ''],
  ])
})

it.each(['../a', 'a/../b', '/a', 'a/..', './a', 'C:\\a', 'c:/a', 'a\\b', 'a\0b', ''])(
  'refuses the name %j',
  async (name) => {
    const target = new PassThrough()
    target.resume()
    await expect(writeZip(target, (zip) => zip.addText(name, ''))).rejects.toThrow(
      'Not a path within an archive',
    )
    expect(target.destroyed).toBe(true)
  },
)

it('fails if the content of an entry fails', async () => {
  const target = new PassThrough()
  target.resume()
  const failing = (async function* () {
    yield 'a'
    throw new Error('The disk is broken')
  })()
  await expect(writeZip(target, (zip) => zip.addStream('a', failing))).rejects.toThrow('The disk is broken')
  expect(target.destroyed).toBe(true)
})
