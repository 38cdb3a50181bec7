import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import type { Account } from '#features/access/rules/access.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { useKeyboardHeight } from '#ui/admin/useKeyboardHeight.ts'
import { createPostFn, deskFailure, deskQuery } from '../edit-live.functions.ts'
import { postLabel } from '../rules/live-post.ts'
import type { LiveDesk as Desk } from '../server/live-desk.server.ts'
import { CoverageSwitch } from './CoverageSwitch.tsx'
import { createOutbox, type Outbox } from './outbox.ts'
import { PostComposer } from './PostComposer.tsx'
import { PostItem } from './PostItem.tsx'
import { createUnsentPosts, type UnsentPost } from './unsent-posts.ts'

const BYLINE_KEY = 'masthead-live-byline'

/** Writes and manages the posts of a live article. */
export function LiveDesk({ id }: { id: string }) {
  const query = useInfiniteQuery(deskQuery(id))
  const account = useAdmittedAccount()
  return (
    <LoadState query={query} failure={deskFailure()}>
      {({ pages }) => {
        const [desk] = pages
        if (!desk || !account)
          return (
            <AdminPage title={phrase('Live')}>
              <EmptyState title={phrase('Article not found')} text={phrase('It may have been deleted.')} />
            </AdminPage>
          )
        const { article } = desk
        return (
          <AdminPage
            title={article.title || phrase('Untitled')}
            text={
              <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <Badge tone={article.liveState === 'live' ? 'danger' : 'plain'}>
                  {article.liveState === 'live'
                    ? phrase('Live')
                    : article.liveState
                      ? phrase('Ended')
                      : phrase('Not live')}
                </Badge>
                <Link to="/admin/articles" search={{ article: id }} className="underline">
                  {phrase('Edit article')}
                </Link>
                {article.isPublished && (
                  <a href={`/article/${id}#live`} target="_blank" rel="noopener" className="underline">
                    {phrase('View live')}
                  </a>
                )}
              </span>
            }
            actions={desk.canManage && <CoverageSwitch id={id} state={article.liveState} />}
          >
            {!article.isPublished && (
              <p className="sheet border-caution p-3 text-14">
                {phrase('The article is not published yet. Readers see its posts once it is.')}
              </p>
            )}
            <OpenDesk
              desk={desk}
              account={account}
              pages={pages}
              more={
                query.hasNextPage && (
                  <div>
                    <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                      {phrase('Load More Posts')}
                    </Button>
                  </div>
                )
              }
            />
          </AdminPage>
        )
      }}
    </LoadState>
  )
}

type OpenDeskProps = {
  desk: Desk
  account: Account
  pages: readonly (Desk | null)[]
  more: React.ReactNode
}

function OpenDesk({ desk, account, pages, more }: OpenDeskProps) {
  const { article, canManage } = desk
  const { id } = article
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: deskQuery(id).queryKey })
  const [returned, setReturned] = useState<UnsentPost>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one outbox for each article and account
  const { stored, outbox } = useMemo(() => {
    const stored = createUnsentPosts(account.id, id)
    const outbox = createOutbox({
      stored,
      send: ({ status: _, savedAt: __, ...post }) => createPostFn({ data: { ...post, articleId: id } }),
      onSent: refresh,
    })
    return { stored, outbox }
  }, [account.id, id])
  useEffect(() => {
    const onOnline = () => void outbox.retryFailed()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [outbox])
  useKeyboardHeight()
  const posts = pages.flatMap((page) => page?.posts ?? [])
  return (
    <>
      {article.liveState === 'live' && (
        <PostComposer
          stored={stored}
          outbox={outbox}
          byline={readByline() ?? account.fullName}
          canPin={canManage}
          isPublishedAtOnce={desk.isPublishedAtOnce}
          returned={returned}
          onSent={storeByline}
        />
      )}
      <OutboxList outbox={outbox} onEdit={setReturned} />
      {desk.queue.length > 0 && (
        <section aria-labelledby="waiting-posts">
          <h2 id="waiting-posts" className="pb-2 text-16 font-semibold">
            {canManage ? phrase('Waiting for approval') : phrase('Your posts')}
          </h2>
          <ul className="sheet divide-y divide-rule">
            {desk.queue.map((post) => (
              <PostItem key={post.id} post={post} canManage={canManage} onChanged={refresh} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="live-posts" className="flex flex-col gap-3">
        <h2 id="live-posts" className="text-16 font-semibold">
          {phrase('Posts')}
        </h2>
        {posts.length === 0 ? (
          <EmptyState
            title={phrase('No posts yet')}
            text={
              article.liveState === 'live'
                ? phrase('Readers are told that coverage is about to start. Write the first post above.')
                : phrase('Start the live coverage to write posts.')
            }
          />
        ) : (
          <ul aria-label={phrase('Posts, newest first')} className="sheet divide-y divide-rule">
            {posts.map((post) => (
              <PostItem key={post.id} post={post} canManage={canManage} onChanged={refresh} />
            ))}
          </ul>
        )}
        {more}
      </section>
    </>
  )
}

type OutboxListProps = { outbox: Outbox; onEdit: (post: UnsentPost) => void }

function OutboxList({ outbox, onEdit }: OutboxListProps) {
  const entries = useSyncExternalStore(outbox.subscribe, outbox.getEntries, outbox.getEntries)
  return (
    <ul
      aria-label={phrase('Posts being sent')}
      aria-live="polite"
      className="flex flex-col gap-2 empty:hidden"
    >
      {entries.map(({ post, state, reasons }) => (
        <li
          key={post.id}
          className={`sheet flex flex-col gap-2 p-3 text-14 ${state === 'sending' ? '' : 'border-danger'}`}
        >
          <p className="line-clamp-2 font-semibold wrap-anywhere">
            <bdi>{postLabel(post)}</bdi>
          </p>
          {state === 'sending' ? (
            <p className="text-muted">{phrase('Sending...')}</p>
          ) : (
            <>
              <p className="font-semibold text-danger">
                {phrase('Not published. {reasons} The post is saved on this device.', {
                  reasons: reasons.join(' '),
                })}
              </p>
              <div className="flex flex-wrap gap-2">
                {state === 'failed' && (
                  <Button onClick={() => outbox.retry(post.id)}>{phrase('Try Again')}</Button>
                )}
                <Button
                  onClick={() => {
                    const taken = outbox.take(post.id)
                    if (taken) onEdit(taken)
                  }}
                >
                  {phrase('Edit')}
                </Button>
                <Button variant="danger" onClick={() => outbox.take(post.id)}>
                  {phrase('Discard')}
                </Button>
              </div>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function readByline(): string | null {
  try {
    return localStorage.getItem(BYLINE_KEY)
  } catch {
    return null
  }
}

function storeByline(byline: string): void {
  try {
    localStorage.setItem(BYLINE_KEY, byline)
  } catch {}
}
