import * as z from 'zod'
import { colourField } from '#kernel/colour-field.ts'
import { toSlug } from '#kernel/slug.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { collapseSpace, storableText } from '#kernel/text/text.ts'

export const MAX_CATEGORIES = 50
/** With merged ones. Limited, since every page contains all categories. */
export const MAX_CATEGORY_ROWS = 200
const MAX_NAME_LENGTH = 40
export const MAX_SLUG_LENGTH = 60

/** The first path segments of other pages. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  ...['404', 'about', 'accessibility', 'admin', 'api', 'article', 'assets', 'author', 'bookmarks', 'contact'],
  ...['corrections', 'following', 'functions', 'home', 'livez', 'media', 'metrics', 'newsletter', 'offline'],
  ...['preview', 'privacy-policy', 'readyz', 'samples', 'search', 'sitemaps', 'storage', 'terms-of-service'],
  'topic',
])

export const categoryForm = z.object({
  name: z
    .string()
    .overwrite((name) => collapseSpace(storableText(name).normalize()))
    .min(1, { error: () => phrase('Enter a name') })
    .max(MAX_NAME_LENGTH, {
      error: () => phrase('The name can have {max} characters at most', { max: MAX_NAME_LENGTH }),
    }),
  /** Empty to derive it from the name. */
  slug: z
    .string()
    .max(1_000)
    .overwrite((slug) => toSlug(slug))
    .max(MAX_SLUG_LENGTH, {
      error: () => phrase('The address can have {max} characters at most', { max: MAX_SLUG_LENGTH }),
    })
    .refine((slug) => /^[a-z0-9-]*$/.test(slug), {
      error: () => phrase('Use the letters a to z, digits and hyphens'),
    })
    .refine((slug) => !RESERVED_SLUGS.has(slug), { error: () => phrase('Another page has this address') }),
  description: z
    .string()
    .overwrite((text) => collapseSpace(storableText(text)))
    .max(300, { error: () => phrase('The description can have 300 characters at most') }),
  /** `#rrggbb`; empty for the colour of text. */
  colour: colourField,
  isInMenu: z.boolean(),
  isHidden: z.boolean(),
})

export type CategoryForm = z.output<typeof categoryForm>

export const EMPTY_CATEGORY: CategoryForm = {
  name: '',
  slug: '',
  description: '',
  colour: '',
  isInMenu: true,
  isHidden: false,
}
