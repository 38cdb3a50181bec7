import type { ArticleDetail } from '#kernel/article.ts'
import { languageDirection } from '#kernel/text/language-tag.ts'
import { rightToLeftLanguage, textDirection } from '#kernel/text/text-direction.ts'
import { place } from '#kernel/time/place.ts'

/**
 * An article that states no language is in that of the newspaper, unless it is from a feed. Letters alone tell only languages
 * that are written from right to left.
 *
 * @param text plain text
 */
export function describeLanguage(
  { language, origin }: { language: string | null; origin: string },
  text: string,
): Pick<ArticleDetail, 'lang' | 'dir'> {
  const { locale } = place()
  const paperDirection = languageDirection(locale)
  const isPaperLanguage = origin !== 'feed' && textDirection(text) === paperDirection
  const lang = language ?? rightToLeftLanguage(text) ?? (isPaperLanguage ? locale : undefined)
  const dir = lang ? languageDirection(lang) : textDirection(text)
  return { ...(lang && { lang }), ...(dir !== paperDirection && { dir }) }
}
