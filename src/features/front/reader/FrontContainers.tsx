import { Fragment, type ReactNode } from 'react'
import { ArticleCard, CardHeadline } from '#features/articles/reader/ArticleCard.tsx'
import { categoryPath } from '#kernel/category.ts'
import { directionOf } from '#kernel/text/text-direction.ts'
import { ServerHtml } from '#ui/ServerHtml.tsx'
import type { FrontContainer } from '../rules/reader-front.ts'

type Props = { containers: readonly FrontContainer[]; newsletter?: ReactNode }

/** The containers of a front, in the order that editors set. */
export function FrontContainers({ containers, newsletter }: Props) {
  return containers.map((container) =>
    container.kind === 'newsletter' ? (
      <Fragment key={container.id}>{newsletter}</Fragment>
    ) : (
      <section key={container.id} aria-labelledby={container.id} className="measure pt-8 md:pt-10">
        <h2
          id={container.id}
          dir={directionOf(container.title)}
          className="headline border-t border-ink pt-2 pb-5 text-20"
        >
          {container.path ? (
            <a href={container.path} className="underline-offset-4 hover:underline">
              {container.title}
            </a>
          ) : (
            container.title
          )}
        </h2>
        {container.kind === 'mostRead' ? <Ranking {...container} /> : <Cards {...container} />}
      </section>
    ),
  )
}

/** A section and a topic have a lead. */
function Cards({ kind, path, articles }: FrontContainer) {
  return (
    <div className="ruled-grid md:grid-cols-2 lg:grid-cols-4">
      {articles.map((article, index) => (
        <ArticleCard
          key={article.id}
          article={article}
          showCategory={path !== categoryPath(article.category)}
          {...(index === 0 && kind !== 'list'
            ? { variant: 'large', className: 'md:row-span-2 lg:col-span-2' }
            : { variant: 'small' })}
        />
      ))}
    </div>
  )
}

function Ranking({ articles }: FrontContainer) {
  return (
    <ol className="ruled-grid md:grid-flow-col md:grid-cols-2 md:grid-rows-5">
      {articles.map((article, index) => (
        <li key={article.id} className="flex gap-4">
          <span aria-hidden="true" className="headline w-10 shrink-0 text-30 leading-none text-muted">
            {index + 1}
          </span>
          <ServerHtml as="div" of={article}>
            <CardHeadline article={article} level="h3" className="text-18" />
          </ServerHtml>
        </li>
      ))}
    </ol>
  )
}
