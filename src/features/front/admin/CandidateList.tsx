import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Move } from 'lucide-react'
import { useState } from 'react'
import { articlesFailure } from '#features/articles/rules/fetch-error.ts'
import { CategoryOptions } from '#features/categories/admin/CategoryOptions.tsx'
import { mediaPath } from '#features/media/rules/variant.ts'
import type { ArticleCard, ArticleList } from '#kernel/article.ts'
import { type Category, categoryName } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { FilterSelect } from '#ui/admin/forms/FilterSelect.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import { ListState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { findPlaceOf, type Moved, type ShownPlace } from '../rules/place-moves.ts'
import { dragSource } from './drag-article.ts'

export type CandidateFilter = { q?: string; category?: Category }

/** A hook that lists published articles, newest first, in pages. */
export type UseCandidates = (filter: CandidateFilter) => UseInfiniteQueryResult<InfiniteData<ArticleList>>

type Props = {
  useCandidates: UseCandidates
  places: readonly ShownPlace[]
  hidden: readonly string[]
  /** The label of the button beside each article, such as "Place". */
  chooseLabel: string
  onChoose: (moved: Moved) => void
  /** Undefined in a dialog, which covers the page. */
  onDrag?: (isDragging: boolean) => void
}

/** Articles to choose from. Those on the page say where. */
export function CandidateList({ useCandidates, places, hidden, ...actions }: Props) {
  const [filter, setFilter] = useState<CandidateFilter>({})
  const query = useCandidates(filter)
  const articles = query.data?.pages.flatMap((page) => page.articles) ?? []
  const change = (part: { q?: string | undefined; category?: Category | undefined }) =>
    setFilter((before) => {
      const entries = Object.entries({ ...before, ...part }).filter(([, value]) => value)
      return Object.fromEntries(entries)
    })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchField
          label={phrase('Search published articles')}
          placeholder={phrase('Search articles…')}
          value={filter.q ?? ''}
          onSearch={(text) => change({ q: text.trim() })}
        />
        <FilterSelect
          label={phrase('Category')}
          className="grow"
          value={filter.category}
          onChange={(category) => change({ category })}
        >
          <option value="">{phrase('All categories')}</option>
          <CategoryOptions current={filter.category} />
        </FilterSelect>
      </div>
      <ListState
        query={query}
        failure={articlesFailure()}
        isEmpty={articles.length === 0}
        empty={<p className="py-6 text-center text-14 text-muted">{phrase('No articles found.')}</p>}
      >
        <ul aria-label={phrase('Articles')} className="divide-y divide-rule">
          {articles.map((article) => (
            <Candidate
              key={article.id}
              article={article}
              place={findPlaceOf(places, article.id)}
              isHidden={hidden.includes(article.id)}
              {...actions}
            />
          ))}
        </ul>
      </ListState>
    </div>
  )
}

type CandidateProps = Pick<Props, 'chooseLabel' | 'onChoose' | 'onDrag'> & {
  article: ArticleCard
  place: ShownPlace | undefined
  isHidden: boolean
}

function Candidate({ article, place, isHidden, chooseLabel, onChoose, onDrag }: CandidateProps) {
  const { id, title, image, category, sourceName, publishedAt } = article
  const isPinned = place?.pin?.articleId === id
  // A pin that is moved from here keeps its end.
  const moved: Moved = isPinned ? { article, from: place } : { article }
  return (
    <li
      {...(onDrag && dragSource(moved, onDrag))}
      className={`flex items-start gap-3 py-3 ${onDrag ? 'cursor-grab' : ''}`}
    >
      <span className="aspect-3/2 w-18 shrink-0 bg-wash">
        {image && (
          <img
            src={mediaPath({
              articleId: id,
              imageKey: image.key,
              query: image.query,
              ratio: '3:2',
              width: 160,
              format: 'webp',
            })}
            alt=""
            width={160}
            height={107}
            loading="lazy"
            draggable={false}
            className="size-full object-cover"
          />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 font-serif text-16/5 font-semibold wrap-anywhere">
          <bdi dir={textDirection(title)}>{title}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-2 pt-1 text-12 text-muted">
          <span>{categoryName(category)}</span>
          {sourceName && <bdi>{sourceName}</bdi>}
          <Moment at={publishedAt} />
        </p>
        {(place || isHidden) && (
          <p
            className={`pt-1 text-12 font-semibold ${isHidden ? 'text-caution' : isPinned ? '' : 'text-muted'}`}
          >
            {isHidden
              ? phrase('Hidden from this page')
              : isPinned
                ? phrase('Pinned at {place}', { place: place?.name ?? '' })
                : phrase('Shown at {place}', { place: place?.name ?? '' })}
          </p>
        )}
      </div>
      <IconButton
        label={`${chooseLabel} ${title}`}
        title={chooseLabel}
        Icon={Move}
        onClick={() => onChoose(moved)}
      />
    </li>
  )
}
