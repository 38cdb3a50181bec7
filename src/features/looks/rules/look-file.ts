import * as z from 'zod'
import { parseJson } from '#kernel/parameters.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { imagesOf, type Look, lookForm } from './look.ts'

/** Each of the three images has 1 MB at most, and a third more in base64. */
export const MAX_LOOK_FILE_BYTES = 6_000_000
export const lookFileTooLarge = () => phrase('The file is larger than 6 MB.')
const MAX_IMAGES = 3

const lookFile = z.object({
  format: z.literal('masthead-look'),
  version: z.literal(1),
  look: lookForm,
  /** PNG files in base64, by the hashes that the look names. */
  images: z
    .record(z.string().max(64), z.base64().max(1_500_000))
    .refine((images) => Object.keys(images).length <= MAX_IMAGES, {
      error: () => phrase('It has too many images'),
    }),
})

export type LookFile = z.output<typeof lookFile>

export function writeLookFile(look: Look, images: Record<string, string>): string {
  return `${JSON.stringify({ format: 'masthead-look', version: 1, look, images }, null, 2)}\n`
}

/** @returns the file, or why it is refused */
export function parseLookFile(text: string): { file: LookFile } | { reason: string } {
  if (text.length > MAX_LOOK_FILE_BYTES) return { reason: lookFileTooLarge() }
  const json = parseJson(text)
  if (json === undefined) return { reason: phrase('This is not an exported look: it is not JSON.') }
  const parsed = lookFile.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue?.path.map((part) => String(part).slice(0, 40)).join('.')
    const message = issue?.message ?? ''
    return {
      reason: place
        ? phrase('This is not a valid exported look. “{place}”: {message}', { place, message })
        : phrase('This is not a valid exported look. {message}', { message }),
    }
  }
  const missing = imagesOf(parsed.data.look).find(({ hash }) => !Object.hasOwn(parsed.data.images, hash))
  if (missing)
    return { reason: phrase('The file does not contain the image of its {kind}.', { kind: missing.kind }) }
  return { file: parsed.data }
}
