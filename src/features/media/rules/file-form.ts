import * as z from 'zod'
import { readDay } from '#kernel/parameters.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { collapseSpace, storableText } from '#kernel/text/text.ts'
import { MAX_CAPTIONS_LENGTH, rewriteCaptions } from './captions.ts'

/** In UTF-16 code units. */
export const TEXT_LIMITS = {
  alt: 1_000,
  caption: 2_000,
  credit: 300,
  source: 500,
  people: 1_000,
  keywords: 1_000,
  rightsNote: 1_000,
} as const

type TextName = keyof typeof TEXT_LIMITS

export const fileLabels = (): Readonly<Record<TextName, string>> => ({
  alt: phrase('Alternative text'),
  caption: phrase('Caption'),
  credit: phrase('Credit'),
  source: phrase('Source'),
  people: phrase('People shown'),
  keywords: phrase('Keywords'),
  rightsNote: phrase('Rights note'),
})

const text = (name: TextName) =>
  z
    .string()
    .overwrite(cleanText)
    .max(TEXT_LIMITS[name], {
      error: () =>
        phrase('{name} can have {name2} characters at most', {
          name: fileLabels()[name],
          name2: TEXT_LIMITS[name],
        }),
    })

/** Returns one line of well-formed text. */
function cleanText(typed: string): string {
  return collapseSpace(storableText(typed).normalize())
}

/** Fractions of the width and height. Null to keep the most salient part in view. */
export type FocalPoint = { x: number; y: number } | null

const FOCAL_POINT = /^([01](?:\.\d{1,4})?),([01](?:\.\d{1,4})?)$/

/** Parses "0.25,0.5"; null if empty, undefined if invalid. */
export function parseFocalPoint(text: string): FocalPoint | undefined {
  if (text === '') return null
  const [x = 2, y = 2] = FOCAL_POINT.exec(text)?.slice(1).map(Number) ?? []
  return x <= 1 && y <= 1 ? { x, y } : undefined
}

/** Clamps to the image. */
export function formatFocalPoint(point: FocalPoint): string {
  if (point === null) return ''
  return [point.x, point.y].map((part) => Number(Math.min(1, Math.max(0, part)).toFixed(4))).join(',')
}

export const MAX_TRANSCRIPT_LENGTH = 200_000

/** Separates paragraphs by one blank line. */
function cleanTranscript(typed: string): string {
  return storableText(typed)
    .replace(/\r\n?/g, '\n')
    .normalize()
    .split(/\n\s*\n/)
    .map((paragraph) => collapseSpace(paragraph))
    .filter(Boolean)
    .join('\n\n')
}

/** The metadata that people enter for a file of the library. */
export const fileForm = z
  .object({
    alt: text('alt'),
    /** Needs no alternative text. */
    isDecorative: z.boolean(),
    caption: text('caption'),
    credit: text('credit'),
    source: text('source'),
    people: text('people'),
    keywords: text('keywords'),
    rightsNote: text('rightsNote'),
    /** The last day of the rights, `YYYY-MM-DD`; empty without an end. */
    rightsEndOn: z.string().refine((day) => day === '' || readDay(day) !== undefined, {
      error: () => phrase('Enter a date, or leave it empty'),
    }),
    focalPoint: z.string().transform((text, context) => {
      const point = parseFocalPoint(text)
      if (point === undefined) context.addIssue(phrase('The focal point is not in the image'))
      return point ?? null
    }),
    /** The captions of a recording: a WebVTT or SubRip file. */
    captions: z
      .string()
      .max(MAX_CAPTIONS_LENGTH, { error: () => phrase('The captions file is too long') })
      .transform((text, context) => {
        if (text.trim() === '') return ''
        const captions = rewriteCaptions(text)
        if (captions.kind === 'captions') return captions.text
        context.addIssue(captions.reason)
        return ''
      })
      .default(''),
    /** The transcript of a recording. */
    transcript: z
      .string()
      .max(MAX_TRANSCRIPT_LENGTH, {
        error: () => phrase('A transcript can have {max} characters at most', { max: MAX_TRANSCRIPT_LENGTH }),
      })
      .overwrite(cleanTranscript)
      .default(''),
  })
  .overwrite((form) => (form.isDecorative ? { ...form, alt: '' } : form))

export type FileFormValues = z.output<typeof fileForm>
/** The focal point as `formatFocalPoint` writes it. */
export type FileFormInput = z.input<typeof fileForm>

export type FileTexts = Record<TextName, string>

/** Returns valid texts from any strings, such as the metadata of a file. */
export function toFileTexts(found: Partial<Record<TextName, string>>): FileTexts {
  const names = Object.keys(TEXT_LIMITS) as TextName[]
  return Object.fromEntries(
    names.map((name) => [
      name,
      cleanText(found[name] ?? '')
        .slice(0, TEXT_LIMITS[name])
        .toWellFormed()
        .trim(),
    ]),
  ) as FileTexts
}
