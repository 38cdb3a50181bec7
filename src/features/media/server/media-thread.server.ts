import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import type { Metadata } from 'sharp'

export type MediaTask =
  | { kind: 'probe'; path: string }
  | { kind: 'decode-heic'; path: string; maxSide: number }

/** The metadata of a recording. `duration` in seconds, NaN if unknown; `codec` and sizes of its video, if any. */
export type Probe = {
  duration: number
  video: { codec: string; width: number; height: number } | null
  title: string
  artist: string
}

export type TaskResult<Task extends MediaTask> = Task extends { kind: 'probe' } ? Probe : Uint8Array

// Loaded for a task only: the packages are large.
parentPort?.on('message', async (task: MediaTask) =>
  parentPort?.postMessage(task.kind === 'probe' ? await probe(task.path) : await decodeHeic(task)),
)

/** @throws if the file is damaged */
async function probe(path: string): Promise<Probe> {
  const { parseFile } = await import('music-metadata')
  const { format, common } = await parseFile(path, { skipCovers: true })
  const tracks = format.trackInfo
  const track = tracks.find(({ video }) => video)
  const durations = [format.duration, ...tracks.map(({ duration }) => duration)]
  return {
    duration: durations.find((duration) => duration !== undefined) ?? Number.NaN,
    video: track?.video
      ? {
          codec: track.codecId ?? track.codecName ?? '',
          width: track.video.pixelWidth ?? 0,
          height: track.video.pixelHeight ?? 0,
        }
      : null,
    title: common.title ?? '',
    artist: common.artist ?? '',
  }
}

/** The largest square of libheif's limit; callers have checked the size that the file declares. */
const MAX_HEIC_SIDE = 7_100
const CHANNELS = 3

/**
 * Decodes the primary image as it is shown, turned and mirrored.
 *
 * @returns a JPEG file with the colour profile, whose longer side is at most `maxSide`
 * @throws if the file is damaged or too large
 */
async function decodeHeic({ path, maxSide }: { path: string; maxSide: number }): Promise<Uint8Array> {
  const [{ default: heif }, { default: sharp }] = await Promise.all([
    import('libheif-js/wasm-bundle.js'),
    import('sharp'),
  ])
  const context = heif.heif_context_alloc()
  heif.heif_context_set_maximum_image_size_limit(context, MAX_HEIC_SIDE)
  heif.heif_context_read_from_memory(context, await readFile(path))
  const handle = heif.heif_js_context_get_primary_image_handle(context)
  const { heif_colorspace_RGB } = heif.heif_colorspace
  const { heif_chroma_interleaved_RGB } = heif.heif_chroma
  const { channels } = await heif.heif_js_decode_image2(
    handle,
    heif_colorspace_RGB,
    heif_chroma_interleaved_RGB,
  )
  const [pixels] = channels ?? []
  if (!pixels) throw new Error('The image cannot be decoded')
  const { data, width, height, stride } = pixels
  const { icc } = await sharp(path).metadata()
  const jpeg = await sharp(packRows(data, { width, height, stride }), {
    raw: { width, height, channels: CHANNELS },
  })
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return withProfile(jpeg, icc)
}

type Rows = { width: number; height: number; stride: number }

/** Removes the bytes between rows. */
function packRows(data: Uint8Array, { width, height, stride }: Rows): Uint8Array {
  const length = width * CHANNELS
  if (stride === length) return data.subarray(0, length * height)
  const packed = new Uint8Array(length * height)
  for (let row = 0; row < height; row += 1)
    packed.set(data.subarray(row * stride, row * stride + length), row * length)
  return packed
}

const PROFILE = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1')
const MAX_SEGMENT_BYTES = 65_533

/** Phones have wider colours than sRGB, which pixels alone do not say (ICC.1:2022, B.4). */
function withProfile(jpeg: Buffer, icc: Metadata['icc']): Buffer {
  const length = PROFILE.length + (icc?.length ?? 0)
  if (!icc || length > MAX_SEGMENT_BYTES) return jpeg
  const head = Buffer.from([0xff, 0xe2, 0, 0])
  head.writeUInt16BE(length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, PROFILE, icc, jpeg.subarray(2)])
}
