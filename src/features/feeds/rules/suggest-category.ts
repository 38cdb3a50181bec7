import { CATEGORIES, type Category } from '#kernel/category.ts'

/** The category that a feed's title or address names; News where neither names another. A person decides. */
export function suggestCategory(title: string, url: string): Category {
  const named = [title, URL.parse(url)?.pathname ?? ''].flatMap((text) => {
    const words = text.toLowerCase().split(/[^\p{L}]+/u)
    return CATEGORIES.filter((category) => category !== 'News' && words.includes(category.toLowerCase()))
  })
  return named[0] ?? 'News'
}
