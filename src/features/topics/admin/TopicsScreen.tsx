import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Merge, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { collectionPath } from '#kernel/collection-path.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { DeleteDialog } from '#ui/admin/dialogs/DeleteDialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { MergeDialog } from '#ui/admin/forms/MergeDialog.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { RowMenu, RowMenuItem, RowMenuLink } from '#ui/admin/RowMenu.tsx'
import { type Column, Table } from '#ui/admin/Table.tsx'
import type { Topic } from '../server/topics.server.ts'
import {
  deleteTopicFailure,
  deleteTopicFn,
  mergeTopicsFailure,
  mergeTopicsFn,
  topicsFailure,
  topicsQuery,
} from '../topics.functions.ts'
import { TopicDialog } from './TopicDialog.tsx'

type Open = { kind: 'new' } | { kind: 'edit' | 'merge' | 'delete'; topic: Topic }

export function TopicsScreen() {
  const query = useQuery(topicsQuery)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const newButton = (
    <Button variant="primary" onClick={() => setOpen({ kind: 'new' })}>
      <Plus aria-hidden size={16} />
      {phrase('New Topic')}
    </Button>
  )
  return (
    <AdminPage
      title={phrase('Topics')}
      text={phrase('What articles are about, across categories.')}
      actions={newButton}
    >
      <LoadState query={query} failure={topicsFailure()}>
        {(topics) =>
          topics.length === 0 ? (
            <EmptyState
              title={phrase('No topics yet')}
              text={phrase(
                'Create topics, and add them to articles in the editor or in the list of articles.',
              )}
              action={newButton}
            />
          ) : (
            <Table
              caption={phrase('Topics')}
              columns={columns((kind, topic) => setOpen({ kind, topic }))}
              rows={topics}
              keyOf={({ id }) => id}
            />
          )
        }
      </LoadState>
      {open?.kind === 'new' && <TopicDialog topic={undefined} onClose={close} />}
      {open?.kind === 'edit' && <TopicDialog topic={open.topic} onClose={close} />}
      {open?.kind === 'merge' && (
        <MergeTopicDialog topic={open.topic} topics={query.data ?? []} onClose={close} />
      )}
      {open?.kind === 'delete' && <DeleteTopicDialog topic={open.topic} onClose={close} />}
    </AdminPage>
  )
}

function columns(onOpen: (kind: 'edit' | 'merge' | 'delete', topic: Topic) => void): Column<Topic>[] {
  return [
    {
      name: 'name',
      label: phrase('Name'),
      cell: ({ name, description }) => (
        <>
          <span className="block font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </span>
          {description && (
            <span className="line-clamp-2 text-13 wrap-anywhere text-muted">
              <bdi>{description}</bdi>
            </span>
          )}
        </>
      ),
    },
    {
      name: 'articles',
      label: phrase('Articles'),
      isNumeric: true,
      cell: ({ slug, name, articles }) => (
        <Link
          to="/admin/articles"
          search={{ topic: slug }}
          aria-label={phrase('Articles about {name}: {articles}', { name, articles })}
          className="inline-flex min-h-6 items-center underline underline-offset-2"
        >
          {formatNumber(articles)}
        </Link>
      ),
    },
    {
      name: 'actions',
      label: phrase('Actions'),
      isHeadHidden: true,
      cell: (topic) => (
        <span className="flex justify-end">
          <IconButton
            label={phrase('Edit {name}', { name: topic.name })}
            title={phrase('Edit')}
            Icon={Pencil}
            onClick={() => onOpen('edit', topic)}
          />
          <IconButton
            label={phrase('Delete {name}', { name: topic.name })}
            title={phrase('Delete')}
            Icon={Trash2}
            isDangerous
            onClick={() => onOpen('delete', topic)}
          />
          <RowMenu label={phrase('More actions for {name}', { name: topic.name })}>
            <RowMenuLink
              Icon={ExternalLink}
              label={phrase('View page')}
              href={collectionPath({ kind: 'topic', slug: topic.slug })}
            />
            <RowMenuItem Icon={Merge} label={phrase('Merge…')} onSelect={() => onOpen('merge', topic)} />
          </RowMenu>
        </span>
      ),
    },
  ]
}

type MergeProps = { topic: Topic; topics: readonly Topic[]; onClose: () => void }

function MergeTopicDialog({ topic: { id, name, slug }, topics, onClose }: MergeProps) {
  return (
    <MergeDialog
      name={name}
      text={phrase(
        'The articles of {name} get the topic that you choose, and /topic/{slug} redirects there. This cannot be undone.',
        { name, slug },
      )}
      others={topics.filter((other) => other.id !== id)}
      merge={async (intoId, signal) => {
        const { kind } = await mergeTopicsFn({ data: { id, intoId }, signal })
        return kind === 'gone' ? phrase('One of the two no longer exists.') : undefined
      }}
      success={phrase('Topics merged')}
      failure={mergeTopicsFailure()}
      onClose={onClose}
    />
  )
}

function DeleteTopicDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const { id, name, articles } = topic
  return (
    <DeleteDialog
      title={phrase('Delete {name}?', { name })}
      text={
        articles > 0
          ? plural(
              articles,
              '{count} article loses this topic, but is not deleted.',
              '{count} articles lose this topic, but are not deleted.',
            )
          : phrase('No article has this topic.')
      }
      remove={(signal) => deleteTopicFn({ data: { id }, signal })}
      queryKeys={[['admin', 'articles'], topicsQuery.queryKey]}
      success={{ title: phrase('Topic deleted'), text: name }}
      failure={deleteTopicFailure()}
      onClose={onClose}
    />
  )
}
