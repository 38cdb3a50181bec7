import * as z from 'zod'
import { type Category, categoryName, findCategory, GENERAL_CATEGORY } from '#kernel/category.ts'
import { listCategories } from '#kernel/category-lists.ts'
import { NEW_ARTICLES } from '#kernel/newsroom-states.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** UTF-16 units. */
export const MAX_PUBLISHER_LENGTH = 100

// Separate, so that forms do not load the feed parser.

/** Empty: the feed's own title, the detected publisher. */
export const feedFormSchema = z.object({
  url: z
    .string()
    .trim()
    .min(1, { error: () => phrase('Please enter the address of a feed or a website.') })
    .max(5_000),
  title: z.string().max(300),
  publisher: z.string().max(MAX_PUBLISHER_LENGTH),
  category: z.string().refine(findCategory),
  fullText: z.boolean(),
  newArticles: z.enum(NEW_ARTICLES),
})

/** Returns the publisher of a feed's articles; null before detection. */
export function publisherOf(feed: { publisher: string; detectedPublisher: string | null }): string | null {
  return feed.publisher || feed.detectedPublisher
}

export type FeedFields = z.infer<typeof feedFormSchema>

/** UTF-16 units: five thousand feeds. */
export const MAX_OPML_LENGTH = 1_000_000

export const opmlTooLarge = () => phrase('The file is larger than 1 MB.')

/** Exact counts of large sites are slow. */
export const MAX_COUNTED_ARTICLES = 1_000

export function suggestCategory(title: string, url: string): Category {
  const named = [title, URL.parse(url)?.pathname ?? ''].flatMap((text) => {
    const words = text.toLowerCase().split(/[^\p{L}]+/u)
    return listCategories().filter(
      (category) => category !== GENERAL_CATEGORY && words.includes(categoryName(category).toLowerCase()),
    )
  })
  return named[0] ?? GENERAL_CATEGORY
}

const HOST_FIRST = /^[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,10}(?::\d{1,5})?(?=[/?#]|$)/u

/** Replaces the schemes of feed readers, as in "feed://paper.example/rss" and "feed:https://paper.example/rss", and adds a missing one. */
export function webSchemeOf(address: string): string {
  return address
    .trim()
    .replace(/^(?:feed|rss|podcast|itpc|pcast):(?:\/\/)?(?=https?:)/i, '')
    .replace(/^feeds:\/\//i, 'https://')
    .replace(/^(?:feed|rss|podcast|itpc|pcast):\/\//i, 'http://')
    .replace(HOST_FIRST, 'https://$&')
}
