import type { ArticleCard as Article } from '#kernel/article.ts'
import { categoryColour } from '#kernel/category-colour.ts'
import { BreakingBadge } from './BreakingBadge.tsx'

type Props = { article: Pick<Article, 'category' | 'isBreaking'>; showCategory?: boolean }

/** The line over a card's headline: what kind of story it is. */
export function Kicker({ article, showCategory = true }: Props) {
  if (!article.isBreaking && !showCategory) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
      {article.isBreaking && <BreakingBadge />}
      {showCategory && (
        <span className={`label ${categoryColour(article.category)}`}>{article.category}</span>
      )}
    </p>
  )
}
