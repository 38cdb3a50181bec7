import { parentPort } from 'node:worker_threads'

export type MediaTask = { kind: 'probe'; path: string }

/** What a recording says about itself. `duration` in seconds, NaN if unknown; `codec` and sizes of its video, if any. */
export type Probe = {
  duration: number
  video: { codec: string; width: number; height: number } | null
  title: string
  artist: string
}

// Loaded for a task only: the packages are large.
parentPort?.on('message', async (task: MediaTask) => parentPort?.postMessage(await perform(task)))

/** @throws if the file is damaged */
async function perform({ path }: MediaTask): Promise<Probe> {
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
