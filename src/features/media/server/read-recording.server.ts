import { phrase } from '#kernel/text/phrase.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { type FileTexts, toFileTexts } from '../rules/file-form.ts'
import { formatsOf } from '../rules/media-kind.ts'
import { runMediaTask } from './media-worker.server.ts'
import { prepareMp4 } from './prepare-mp4.server.ts'

/** `width` and `height` in pixels, 0 for audio; `duration` in seconds, null if unknown. */
export type Recording = {
  kind: 'recording'
  /** The extension of the stored file, which is served as `mime`. */
  extension: string
  mime: string
  width: number
  height: number
  duration: number | null
  texts: FileTexts
}

type Refusal = { kind: 'rejected'; reason: string }

/** By file-type's extension. `sound` and `video` are what a file of this container is with and without a video track. */
const CONTAINERS: Readonly<Record<string, { sound: Served | null; video: Served | null }>> = {
  mp3: { sound: { extension: 'mp3', mime: 'audio/mpeg' }, video: null },
  aac: { sound: { extension: 'aac', mime: 'audio/aac' }, video: null },
  ogg: { sound: { extension: 'ogg', mime: 'audio/ogg' }, video: null },
  oga: { sound: { extension: 'ogg', mime: 'audio/ogg' }, video: null },
  opus: { sound: { extension: 'ogg', mime: 'audio/ogg' }, video: null },
  wav: { sound: { extension: 'wav', mime: 'audio/wav' }, video: null },
  flac: { sound: { extension: 'flac', mime: 'audio/flac' }, video: null },
  webm: {
    sound: { extension: 'weba', mime: 'audio/webm' },
    video: { extension: 'webm', mime: 'video/webm' },
  },
  m4a: { sound: { extension: 'm4a', mime: 'audio/mp4' }, video: { extension: 'mp4', mime: 'video/mp4' } },
  m4v: { sound: { extension: 'm4a', mime: 'audio/mp4' }, video: { extension: 'mp4', mime: 'video/mp4' } },
  mp4: { sound: { extension: 'm4a', mime: 'audio/mp4' }, video: { extension: 'mp4', mime: 'video/mp4' } },
}
type Served = { extension: string; mime: string }

const MP4 = ['m4a', 'm4v', 'mp4']

/** All current browsers play these: H.264, AV1 and VP9 in MP4; VP8, VP9 and AV1 in WebM. */
const CODECS = ['avc1', 'avc3', 'av01', 'vp09', 'V_VP8', 'V_VP9', 'V_AV1']
const HEVC = ['hvc1', 'hev1']

const MAX_SIDE = 8_192
const MAX_SECONDS = DAY_MS / 1_000

const advice = () =>
  phrase('Export it as MP4 with H.264 (in QuickTime Player or Photos: Export), then choose it again.')

/** Whether `file-type` recognised a container of audio or video, supported or not. */
export function isRecording(type: { ext: string; mime: string }): boolean {
  return type.ext in CONTAINERS || type.mime.startsWith('audio/') || type.mime.startsWith('video/')
}

/**
 * Reads a recording in place, and removes the descriptions with the position from an MP4 file.
 *
 * @param extension as `file-type` finds it in the content
 */
export async function readRecording(path: string, extension: string): Promise<Recording | Refusal> {
  const container = CONTAINERS[extension]
  if (extension === 'mov')
    return rejected(
      phrase('QuickTime files (.mov) do not play in all browsers. {advice}', { advice: advice() }),
    )
  if (!container)
    return rejected(
      phrase('This format does not play in all browsers. Choose {video}, or {audio}.', {
        video: formatsOf().video,
        audio: formatsOf().audio,
      }),
    )
  try {
    const { video, duration, title, artist } = await runMediaTask({ kind: 'probe', path })
    const served = video ? container.video : container.sound
    if (!served) return rejected(damagedText('audio'))
    if (video && HEVC.includes(video.codec))
      return rejected(phrase('HEVC (H.265) does not play in all browsers. {advice}', { advice: advice() }))
    if (video && !CODECS.includes(video.codec))
      return rejected(
        phrase('The video has a codec that does not play in all browsers. {advice}', { advice: advice() }),
      )
    const size = video ?? { width: 0, height: 0 }
    if (video && !(isSide(size.width) && isSide(size.height)))
      return rejected(phrase('The video must be at most {max} pixels wide and high.', { max: MAX_SIDE }))
    const isTurned = MP4.includes(extension) && (await prepareMp4(path)).isTurned
    return {
      kind: 'recording',
      ...served,
      width: isTurned ? size.height : size.width,
      height: isTurned ? size.width : size.height,
      duration: duration > 0 && duration <= MAX_SECONDS ? duration : null,
      texts: toFileTexts({ caption: title, credit: artist }),
    }
  } catch {
    return rejected(damagedText(container.video ? 'video' : 'audio'))
  }
}

function isSide(pixels: number): boolean {
  return Number.isSafeInteger(pixels) && pixels > 0 && pixels <= MAX_SIDE
}

function damagedText(kind: 'audio' | 'video'): string {
  return phrase('The {kind} file is damaged or incomplete. Please choose another.', { kind })
}

function rejected(reason: string): Refusal {
  return { kind: 'rejected', reason }
}
