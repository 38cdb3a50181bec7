import { type FileHandle, open } from 'node:fs/promises'

type Box = { type: string; start: number; content: number; end: number }

const MAX_BOXES = 10_000
/** They describe the file, and phones write the position here. Players do not need them. */
const DESCRIPTIONS = ['udta', 'meta', 'uuid']
const ZEROS = Buffer.alloc(64 * 1024)

/**
 * Removes the descriptions from an MP4 file (ISO/IEC 14496-12), with the position where it was recorded: their boxes
 * become free space, so that no offset changes.
 *
 * @returns whether the video is shown turned by a quarter, so that its width is its height
 * @throws if the file is damaged
 */
export async function prepareMp4(path: string): Promise<{ isTurned: boolean }> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    let isTurned = false
    let count = 0
    const visit = async (start: number, end: number): Promise<void> => {
      for (let at = start; at + 8 <= end; ) {
        const box = await readBox(file, at, end)
        count += 1
        if (count > MAX_BOXES) throw new Error('The file has too many boxes')
        if (box.type === 'moov' || box.type === 'trak') await visit(box.content, box.end)
        if (box.type === 'tkhd') isTurned ||= await readTurn(file, box)
        if (DESCRIPTIONS.includes(box.type)) await erase(file, box)
        at = box.end
      }
    }
    await visit(0, size)
    await file.sync()
    return { isTurned }
  } finally {
    await file.close()
  }
}

async function readBox(file: FileHandle, start: number, limit: number): Promise<Box> {
  const head = Buffer.alloc(16)
  await file.read(head, 0, 16, start)
  const short = head.readUInt32BE(0)
  const isLong = short === 1
  // 0 means until the end of the file.
  const length = short === 0 ? limit - start : isLong ? Number(head.readBigUInt64BE(8)) : short
  const content = start + (isLong ? 16 : 8)
  const end = start + length
  if (end < content || end > limit) throw new Error('The file has a box of a wrong size')
  return { type: head.toString('latin1', 4, 8), start, content, end }
}

/** Reads the matrix of a track header: a turned image has zeros on its diagonal. */
async function readTurn(file: FileHandle, { content }: Box): Promise<boolean> {
  const header = Buffer.alloc(92)
  await file.read(header, 0, header.length, content)
  const matrix = header[0] === 1 ? 52 : 40
  return header.readInt32BE(matrix) === 0 && header.readInt32BE(matrix + 4) !== 0
}

async function erase(file: FileHandle, { start, content, end }: Box): Promise<void> {
  await file.write('free', start + 4, 'latin1')
  for (let at = content; at < end; at += ZEROS.length)
    await file.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at)
}
