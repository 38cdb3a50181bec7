import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PanelRight } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { articlesFailure } from '#features/articles/rules/fetch-error.ts'
import { formatResultCount } from '#features/articles/rules/result-count.ts'
import { DeleteArticleDialog } from '#features/publishing/admin/DeleteArticleDialog.tsx'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { focusScreen, isLost } from '#ui/admin/keep-focus.ts'
import { isNextPage, LoadError, LoadMoreButton, loadError } from '#ui/admin/LoadState.tsx'
import { hasSingleKeys, isShortcutEvent } from '#ui/admin/single-key-shortcuts.ts'
import { articleListQuery } from '../desk.functions.ts'
import {
  type ArticleListFilter,
  hasListFilter,
  parseArticleManagerParams,
} from '../rules/article-manager-params.ts'
import type { ListedArticle } from '../server/read-listed-articles.server.ts'
import { ArticleFilters } from './ArticleFilters.tsx'
import { ArticleRow } from './ArticleRow.tsx'
import { AssignmentPanel } from './AssignmentPanel.tsx'
import { BulkActions } from './BulkActions.tsx'
import { IdeaDialog } from './IdeaDialog.tsx'
import { ReadingPane } from './ReadingPane.tsx'
import { SavedViews } from './SavedViews.tsx'
import { useReadingPane } from './useReadingPane.ts'
import { useSelection } from './useSelection.ts'

const MAX_SELECTED = 100

type Props = {
  filter: ArticleListFilter
  /** The article from which the person returns. */
  leftId: string | undefined
  onEdit: (id: string) => void
  onNew: () => void
}

export function ArticleList({ filter, leftId, onEdit, onNew }: Props) {
  const navigate = useNavigate()
  const list = useInfiniteQuery({ ...articleListQuery(filter), placeholderData: (previous) => previous })
  const [deleting, setDeleting] = useState<ListedArticle>()
  const [assigning, setAssigning] = useState<ListedArticle>()
  const [isCreatingIdea, setIsCreatingIdea] = useState(false)
  const can = useCapability()
  const rows = useRef<HTMLUListElement>(null)
  const pages = list.data?.pages ?? []
  const articles = pages.flatMap((page) => page.articles)
  const isBin = filter.status === 'bin'
  const isFiltered = hasListFilter(filter)
  const selection = useSelection(
    articles.map(({ id }) => id),
    MAX_SELECTED,
  )
  const hasSelection = selection.ids.length > 0
  const pane = useReadingPane(isBin ? [] : articles.map(({ id }) => id))
  useReturnToRow(rows, leftId, list.data !== undefined)
  useListKeys(rows, {
    onSelect: isBin ? undefined : selection.toggle,
    onFocusRow: pane.isOn ? pane.show : undefined,
    onTogglePane: pane.canShow ? pane.toggle : undefined,
  })

  /** @param change of the URL's filter: `filter` lacks the previous change until its list has loaded */
  function openList(change: (latest: ArticleListFilter) => ArticleListFilter) {
    selection.clear()
    void navigate({ to: '/admin/articles', search: change, replace: true })
  }

  function applyFilter(change: { [Name in keyof ArticleListFilter]: string }) {
    openList((latest) => parseArticleManagerParams({ ...latest, ...change }))
  }

  return (
    <>
      <SavedViews filter={filter} onOpen={(view) => openList(() => view)} />
      <ArticleFilters filter={filter} onChange={applyFilter} />
      {!list.data && !loadError(list) ? (
        <p role="status" className="py-12 text-center text-muted">
          {phrase('Loading articles…')}
        </p>
      ) : !list.data ? (
        <LoadError query={list} text={articlesFailure()} />
      ) : (
        <section aria-labelledby="articles-heading" aria-busy={list.isPlaceholderData}>
          {list.isPlaceholderData && <LoadError query={list} text={articlesFailure()} />}
          {/* Its height is fixed: the rows must not move when some are selected. Magnified, it would fill the window. */}
          <div className="sticky top-0 z-10 flex h-13 items-center gap-3 bg-wash magnified:static magnified:h-auto magnified:flex-wrap">
            {articles.length > 0 && !isBin && (
              <label className="flex min-h-11 shrink-0 items-center gap-2 ps-3 text-14">
                <input
                  type="checkbox"
                  className="size-5"
                  checked={selection.isAll}
                  onChange={({ target }) => (target.checked ? selection.selectAll() : selection.clear())}
                />
                <span className="max-sm:sr-only">
                  {articles.length > MAX_SELECTED
                    ? phrase('Select first {max}', { max: MAX_SELECTED })
                    : phrase('Select all')}
                </span>
              </label>
            )}
            <h2
              id="articles-heading"
              aria-live="polite"
              className={hasSelection ? 'sr-only' : 'grow text-16 font-semibold'}
            >
              {isBin ? phrase('Bin') : phrase('Articles')} (
              {pages[0]?.total ? formatResultCount(pages[0].total) : '0'})
            </h2>
            {!isBin && !hasSelection && (
              <>
                {pane.canShow && (
                  <Button aria-pressed={pane.isOn} title={phrase('Reading Pane (v)')} onClick={pane.toggle}>
                    <PanelRight aria-hidden size={16} />
                    {phrase('Reading Pane')}
                  </Button>
                )}
                {can('article.read-all') && (
                  <Button onClick={() => setIsCreatingIdea(true)}>{phrase('New Idea')}</Button>
                )}
              </>
            )}
            <BulkActions articles={articles} selection={selection} />
          </div>
          {articles.length > 0 ? (
            <div
              className={
                pane.shown ? 'grid grid-cols-[minmax(18rem,2fr)_minmax(0,3fr)] items-start gap-3' : ''
              }
            >
              <ul ref={rows} className="sheet @container divide-y divide-rule">
                {articles.map((article) => (
                  <ArticleRow
                    key={article.id}
                    article={article}
                    isSelected={selection.has(article.id)}
                    isRead={article.id === pane.shown}
                    onSelect={selection.toggle}
                    onOpen={pane.isOn ? pane.show : onEdit}
                    onEdit={onEdit}
                    onAssign={can('article.read-all') ? setAssigning : undefined}
                    onDelete={setDeleting}
                  />
                ))}
              </ul>
              {pane.shown && (
                <ReadingPane
                  key={pane.shown}
                  id={pane.shown}
                  onEdit={onEdit}
                  onDelete={(id) => setDeleting(articles.find((article) => article.id === id))}
                  onDecided={pane.showNext}
                  onClose={pane.toggle}
                />
              )}
            </div>
          ) : isBin ? (
            <EmptyState
              title={phrase('The bin is empty')}
              text={phrase('Deleted articles stay here for 30 days.')}
              action={<Button onClick={() => applyFilter({ status: '' })}>{phrase('All Articles')}</Button>}
            />
          ) : isFiltered ? (
            <EmptyState
              title={phrase('No articles found')}
              text={phrase('Try adjusting your search or filters')}
              action={<Button onClick={() => openList(() => ({}))}>{phrase('Clear Filters')}</Button>}
            />
          ) : (
            <EmptyState
              title={phrase('No Articles Yet')}
              text={phrase('Start by creating your first article')}
              action={
                <Button variant="primary" onClick={onNew}>
                  {phrase('Create Article')}
                </Button>
              }
            />
          )}
          {isNextPage(list) && <LoadError query={list} text={articlesFailure()} />}
          <LoadMoreButton
            hasMore={list.hasNextPage}
            isBusy={list.isFetchingNextPage}
            onMore={() => list.fetchNextPage()}
          />
        </section>
      )}
      {assigning && <AssignmentDialog article={assigning} onClose={() => setAssigning(undefined)} />}
      {isCreatingIdea && <IdeaDialog onClose={() => setIsCreatingIdea(false)} />}
      <DeleteArticleDialog article={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

function AssignmentDialog({ article, onClose }: { article: ListedArticle; onClose: () => void }) {
  return (
    <Dialog title={phrase('Assign “{title}”', { title: article.title })} isOpen onClose={onClose}>
      <AssignmentPanel id={article.id} onSaved={onClose} />
    </Dialog>
  )
}

/** Focuses the row of an article that was open, or the screen if the list lacks it. */
function useReturnToRow(rows: RefObject<HTMLElement | null>, leftId: string | undefined, isLoaded: boolean) {
  const isHandled = useRef(leftId === undefined)
  useEffect(() => {
    if (isHandled.current || !isLoaded) return
    isHandled.current = true
    if (!isLost()) return
    const row = rows.current?.querySelector(`[data-row="${leftId}"]`)
    const title = row?.querySelector<HTMLElement>('[data-row-title]')
    if (title) title.focus({ preventScroll: true })
    else focusScreen()
  }, [rows, leftId, isLoaded])
}

/** `j`, `k` and arrow keys move between rows, `x` selects, `v` shows the reading pane, `/` focuses the search. Single-character keys can be turned off. */
function useListKeys(
  list: RefObject<HTMLElement | null>,
  handlers: {
    onSelect: ((id: string, isRange: boolean) => void) | undefined
    onFocusRow: ((id: string) => void) | undefined
    onTogglePane: (() => void) | undefined
  },
) {
  const select = useEffectEvent((id: string, isRange: boolean) => handlers.onSelect?.(id, isRange))
  const enterRow = useEffectEvent((id: string) => handlers.onFocusRow?.(id))
  const togglePane = useEffectEvent(() => handlers.onTogglePane?.())
  useLayoutEffect(() => {
    function focusRow(step: 1 | -1) {
      const titles = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-title]') ?? [])]
      const row = document.activeElement?.closest('[data-row]')
      const index = titles.findIndex((title) => row?.contains(title))
      const next = index < 0 ? (step === 1 ? titles[0] : titles.at(-1)) : titles[index + step]
      next?.focus()
      next?.scrollIntoView({ block: 'nearest' })
      const id = next?.closest<HTMLElement>('[data-row]')?.dataset.row
      if (id) enterRow(id)
    }

    function handleKey(event: KeyboardEvent) {
      const { key, target, shiftKey } = event
      if (!isShortcutEvent(event) || (key.length === 1 && !hasSingleKeys())) return
      const isInList = target instanceof Element && list.current?.contains(target)
      const step =
        key === 'j' || (isInList && key === 'ArrowDown')
          ? 1
          : key === 'k' || (isInList && key === 'ArrowUp')
            ? -1
            : null
      const row = document.activeElement?.closest<HTMLElement>('[data-row]')
      if (step) focusRow(step)
      else if (key === 'v') togglePane()
      else if (key === '/') document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
      else if (key.toLowerCase() === 'x' && row?.dataset.row) select(row.dataset.row, shiftKey)
      else return
      event.preventDefault()
    }

    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [list])
}
