import { parseFilter, readDay, readLine } from '#kernel/parameters.ts'
import { isUuid } from '#kernel/uuid.ts'
import { MEDIA_KINDS, type MediaKind } from './media-kind.ts'

/** `unused`: in no article, draft, page or newsletter. `rights-ended`: may no longer be published. `undescribed`: an image without alternative text, a video without captions, or audio without a transcript. */
export const IMAGE_STATES = ['unused', 'rights-ended', 'undescribed'] as const
export type ImageState = (typeof IMAGE_STATES)[number]

/** Stands for the account of the request. */
export const ME = 'me'

/** Undefined means any. */
export type LibraryFilter = {
  /** Words of the texts or of the file name. */
  q?: string
  kind?: MediaKind
  state?: ImageState
  /** Who uploaded it: an account id or `ME`. */
  person?: string
  /** First day of the upload, `YYYY-MM-DD`. */
  from?: string
  /** Last day, as `from`. */
  to?: string
}

type FilterName = keyof LibraryFilter

const PARSERS: { [Name in FilterName]-?: (text: string) => LibraryFilter[Name] } = {
  q: readLine,
  kind: (text) => MEDIA_KINDS.find((known) => known === text),
  state: (text) => IMAGE_STATES.find((known) => known === text),
  person: (text) => (text === ME || isUuid(text) ? text : undefined),
  from: readDay,
  to: readDay,
}

const FILTER_NAMES = Object.keys(PARSERS) as FilterName[]

/** `image` is open in the panel. */
export type LibraryParams = LibraryFilter & { image?: string }
export type RawLibraryParams = { [Name in keyof LibraryParams]: unknown }

/** Ignores invalid values. */
export function parseLibraryFilter(raw: Readonly<Record<string, unknown>>): LibraryFilter {
  return parseFilter(PARSERS, raw)
}

export function parseLibraryParams(raw: Readonly<Record<string, unknown>>): LibraryParams {
  const { image } = raw
  return { ...(typeof image === 'string' && isUuid(image) && { image }), ...parseLibraryFilter(raw) }
}

export function hasLibraryFilter(filter: LibraryFilter): boolean {
  return FILTER_NAMES.some((name) => filter[name] !== undefined)
}
