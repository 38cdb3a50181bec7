import type { ArticleCard } from '#kernel/article.ts'
import { categoryName, categoryPath } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { FilledContainer, FilledFront } from './fill-front.ts'
import type { Container } from './front.ts'

/** `path` is of the page that has more; null if there is none. */
export type FrontContainer = {
  id: string
  kind: Container['kind']
  title: string
  path: string | null
  articles: ArticleCard[]
}

/**
 * The front as readers see it: the places at the top, then the containers. A list of pages, so that open pages hold changes as they do
 * on other lists.
 */
export type ReaderFront = { pages: [top: { articles: ArticleCard[] }, ...containers: FrontContainer[]] }

type Topics = ReadonlyMap<string, { name: string; path: string }>

/** @param topics names and paths by id; containers of other topics are not shown */
export function toReaderFront(filled: FilledFront<ArticleCard>, topics: Topics): ReaderFront {
  const containers = filled.containers.flatMap((container) => {
    const heading = headingOf(container, topics)
    const articles = articlesIn(container.places).map(withSummaryOfLead)
    const isShown = container.kind === 'newsletter' || articles.length > 0
    return heading && isShown ? [{ id: container.id, kind: container.kind, ...heading, articles }] : []
  })
  return { pages: [{ articles: articlesIn(filled.places) }, ...containers] }
}

function headingOf(
  container: FilledContainer<unknown>,
  topics: Topics,
): { title: string; path: string | null } | undefined {
  switch (container.kind) {
    case 'section':
      return {
        title: container.title || categoryName(container.category),
        path: categoryPath(container.category),
      }
    case 'topic': {
      const topic = topics.get(container.topicId)
      return topic && { title: container.title || topic.name, path: topic.path }
    }
    case 'mostRead':
      return { title: container.title || phrase('Most read'), path: null }
    case 'list':
    case 'newsletter':
      return { title: container.title, path: null }
  }
}

function articlesIn(places: FilledContainer<ArticleCard>['places']): ArticleCard[] {
  return places.flatMap(({ article }) => article ?? [])
}

/** Only the lead of a container shows its summary. */
function withSummaryOfLead(card: ArticleCard, index: number): ArticleCard {
  return index === 0 ? card : { ...card, summary: '' }
}
