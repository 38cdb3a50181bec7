import { Link } from '@tanstack/react-router'
import type { ArticleCard as Article } from '#kernel/article.ts'

type Props = { article: Pick<Article, 'id' | 'title'>; level: 'h2' | 'h3'; className: string }

/** The headline of a card, and the link that the whole card is. */
export function CardHeadline({ article, level: Heading, className }: Props) {
  return (
    <Heading dir="auto" className={`headline ${className}`}>
      <Link to="/article/$id" params={{ id: article.id }} className="card-link">
        {article.title}
      </Link>
    </Heading>
  )
}
