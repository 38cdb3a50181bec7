import * as z from 'zod'
import { colourField } from '#kernel/colour-field.ts'
import { DEFAULT_ACCENT } from '#kernel/look.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { collapseBreakingSpace, storableText } from '#kernel/text/text.ts'

const MAX_LINE_LENGTH = 120

const line = (tooLong: () => string) =>
  z
    .string()
    .max(1_000)
    .overwrite((text) => collapseBreakingSpace(storableText(text)))
    .max(MAX_LINE_LENGTH, { error: tooLong })

/** An image of the table `look_files`, by the hash of its pixels; size in pixels. */
const image = z.object({
  hash: z.string().regex(/^[\da-f]{64}$/),
  width: z.int().min(1).max(4_096),
  height: z.int().min(1).max(4_096),
})

export type LookImage = z.output<typeof image>

export const PAIRINGS = ['newsreader', 'sans', 'slab', 'system'] as const
export type Pairing = (typeof PAIRINGS)[number]

export const lookForm = z.object({
  accent: colourField.refine((colour) => colour !== '', { error: () => phrase('Enter a colour') }),
  pairing: z.enum(PAIRINGS),
  header: z.enum(['left', 'centred']),
  /** The background of the header: the accent colour, or that of the page. */
  headerBackground: z.enum(['accent', 'page']),
  density: z.enum(['comfortable', 'compact']),
  hasDate: z.boolean(),
  hasSummaries: z.boolean(),
  /** Empty for the default. */
  tagline: line(() => phrase('The tagline can have {max} characters at most', { max: MAX_LINE_LENGTH })),
  footerLine: line(() =>
    phrase('The footer line can have {max} characters at most', { max: MAX_LINE_LENGTH }),
  ),
  /** Null for the name of the site as text. */
  wordmark: image.nullable(),
  /** For dark pages; null to derive it. */
  darkWordmark: image.nullable(),
  icon: image.nullable(),
})

export type Look = z.output<typeof lookForm>

/** The look of the first specification. */
export const DEFAULT_LOOK: Look = {
  accent: DEFAULT_ACCENT,
  pairing: 'newsreader',
  header: 'left',
  headerBackground: 'accent',
  density: 'comfortable',
  hasDate: true,
  hasSummaries: true,
  tagline: '',
  footerLine: '',
  wordmark: null,
  darkWordmark: null,
  icon: null,
}

/** Returns the images that a look shows. */
export function imagesOf({ wordmark, darkWordmark, icon }: Look): { kind: ImageKind; hash: string }[] {
  return [
    ...[wordmark, darkWordmark].flatMap((shown) =>
      shown ? [{ kind: 'wordmark' as const, hash: shown.hash }] : [],
    ),
    ...(icon ? [{ kind: 'icon' as const, hash: icon.hash }] : []),
  ]
}

/** The maximum size of an uploaded image. */
export const MAX_LOOK_IMAGE_BYTES = 1_048_576
export const lookImageTooLarge = () => phrase('The image is larger than 1 MB. Make it smaller first.')

export const IMAGE_KINDS = ['wordmark', 'icon'] as const
export type ImageKind = (typeof IMAGE_KINDS)[number]

export function lookFilePath(hash: string, name: string): string {
  return `/look/${hash}/${name}`
}

const PATH = /^\/look\/([\da-f]{64})\/([a-z0-9-]{1,30}\.(?:png|avif|ico))$/

export function parseLookFilePath(path: string): { image: string; name: string } | undefined {
  const [, image, name] = PATH.exec(path) ?? []
  return image && name ? { image, name } : undefined
}
