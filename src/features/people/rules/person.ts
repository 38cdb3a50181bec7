import * as z from 'zod'
import { libraryImageUrl } from '#features/media/rules/library-image-url.ts'
import { slugField } from '#kernel/slug-field.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { collapseSpace, storableText } from '#kernel/text/text.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'

export const MAX_PEOPLE = 5_000
/** As in `articles.author`. */
export const MAX_PERSON_NAME_LENGTH = 200
export const MAX_BIOGRAPHY_LENGTH = 4_000
export const MAX_LINKS = 8
/** Limits the bylines linked to a person: the author page searches an index for each. */
export const MAX_ALIASES = 50

const cleanLine = (text: string) => collapseSpace(storableText(text).normalize())

export const personForm = z.object({
  name: z
    .string()
    .overwrite(cleanLine)
    .min(1, { error: () => phrase('Enter a name') })
    .max(MAX_PERSON_NAME_LENGTH, {
      error: () => phrase('The name can have {max} characters at most', { max: MAX_PERSON_NAME_LENGTH }),
    }),
  slug: slugField,
  biography: z
    .string()
    .overwrite((text) => storableText(text).replaceAll('\r\n', '\n').trim())
    .max(MAX_BIOGRAPHY_LENGTH, {
      error: () => phrase('The biography can have {max} characters at most', { max: MAX_BIOGRAPHY_LENGTH }),
    }),
  /** One https address a line. */
  links: z
    .string()
    .max(MAX_LINKS * (MAX_URL_LENGTH + 1), { error: () => phrase('The links are too long') })
    .overwrite((text) => splitLines(storableText(text)).join('\n'))
    .refine((text) => splitLines(text).every(isHttps), {
      error: () => phrase('Each link must start with https://'),
    })
    .refine((text) => splitLines(text).length <= MAX_LINKS, {
      error: () => phrase('There can be {max} links at most', { max: MAX_LINKS }),
    }),
  imageUrl: libraryImageUrl,
  /** The id of an account, or empty. */
  userId: z.union([z.literal(''), z.uuid().toLowerCase()]),
})

export type PersonForm = z.output<typeof personForm>

export const EMPTY_PERSON: PersonForm = {
  name: '',
  slug: '',
  biography: '',
  links: '',
  imageUrl: '',
  userId: '',
}

export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

export function isHttps(link: string): boolean {
  return link.length <= MAX_URL_LENGTH && URL.parse(link)?.protocol === 'https:'
}
