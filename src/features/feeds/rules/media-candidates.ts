import type { MediaNs } from 'feedsmith'
import { boundedUrl, LIMITS } from './bounded.ts'
import type { SourceMedia } from './source-feed.ts'

type Candidate = { url?: string; type?: string; medium?: string; width?: number; height?: number }
type Enclosure = { url?: string; type?: string }

/** What a feed's item offers as images, whatever its format. */
type MediaSources = {
  media?: MediaNs.ItemOrFeed
  enclosures?: readonly Enclosure[]
  covers?: readonly (string | undefined)[]
}

/** The candidates for an item's image, of Media RSS (in and outside of groups), enclosures and covers. */
export function mediaCandidates({ media, enclosures = [], covers = [] }: MediaSources): SourceMedia[] {
  const groups = media?.groups ?? []
  const contents = [...(media?.contents ?? []), ...groups.flatMap((group) => group.contents ?? [])]
  const thumbnails = [media ?? {}, ...groups, ...contents].flatMap((holder) => holder.thumbnails ?? [])
  return [
    ...contents.flatMap((content) => candidate('content', content)),
    ...thumbnails.flatMap((thumbnail) => candidate('thumbnail', thumbnail)),
    ...enclosures.flatMap((enclosure) => candidate('enclosure', enclosure)),
    ...covers.flatMap((url) => candidate('cover', { url })),
  ].slice(0, LIMITS.media)
}

function candidate(kind: SourceMedia['kind'], given: Candidate): SourceMedia[] {
  const url = boundedUrl(given.url)
  if (url === null) return []
  const { type = null, medium = null, width = null, height = null } = given
  return [{ kind, url, type, medium, width, height }]
}
