import type { ArticleCard as Article } from '#kernel/article.ts'
import { Section } from '#ui/Section.tsx'
import { ArticleCard } from './ArticleCard.tsx'

/** Up to three other stories of the same category, in a ruled row. */
export function RelatedArticles({ articles }: { articles: readonly Article[] }) {
  if (articles.length === 0) return null
  return (
    <Section title="Related Articles" className="mt-16">
      <div className="ruled-grid md:grid-cols-3">
        {articles.map((article) => (
          <ArticleCard key={article.id} article={article} size="small" />
        ))}
      </div>
    </Section>
  )
}
