import { categoryName } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import type { RecentArticle } from '../server/dashboard.server.ts'
import { DashboardPanel, ScreenLink } from './DashboardPanel.tsx'

export function RecentArticles({ articles }: { articles: readonly RecentArticle[] }) {
  if (articles.length === 0) {
    return (
      <EmptyState
        title={phrase('No Articles Yet')}
        text={phrase('Start by creating your first article')}
        action={
          <ScreenLink to="/admin/articles" variant="primary">
            {phrase('Create Article')}
          </ScreenLink>
        }
      />
    )
  }
  return (
    <DashboardPanel
      title={phrase('Recent Articles')}
      action={<ScreenLink to="/admin/articles">{phrase('Manage All')}</ScreenLink>}
    >
      <ol>
        {articles.map(({ id, title, author, category, isBreaking, publishedAt }) => (
          <li key={id} className="border-b border-rule px-4 py-3 last:border-b-0">
            <a
              href={`/article/${id}`}
              target="_blank"
              rel="noreferrer"
              className="text-14 font-semibold wrap-anywhere hover:underline"
            >
              <bdi dir={textDirection(title)} className="line-clamp-3 text-left">
                {title}
              </bdi>
              <span className="sr-only"> {phrase('(opens in a new tab)')}</span>
            </a>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1 text-13 text-muted">
              {isBreaking && <Badge tone="danger">{phrase('Breaking')}</Badge>}
              <Badge>{categoryName(category)}</Badge>
              {author && <bdi className="wrap-anywhere">{author}</bdi>}
              <Moment at={publishedAt} />
            </p>
          </li>
        ))}
      </ol>
    </DashboardPanel>
  )
}
