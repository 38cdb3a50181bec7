import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ExternalLink, Merge, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { GENERAL_CATEGORY } from '#kernel/category.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { MergeDialog } from '#ui/admin/forms/MergeDialog.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { RowMenu, RowMenuItem, RowMenuLink } from '#ui/admin/RowMenu.tsx'
import { type Column, Table } from '#ui/admin/Table.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import {
  categoriesFailure,
  categoriesQuery,
  categoryErrors,
  mergeCategoriesFailure,
  mergeCategoriesFn,
  moveCategoryFailure,
  moveCategoryFn,
} from '../categories.functions.ts'
import type { CategoryRow } from '../server/categories.server.ts'
import { CategoryDialog } from './CategoryDialog.tsx'

type Open = { kind: 'new' } | { kind: 'edit' | 'merge'; category: CategoryRow }
type Direction = 'up' | 'down'

export function CategoriesScreen() {
  const query = useQuery(categoriesQuery)
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const move = useCancellableMutation({
    mutationFn: (moved: { key: string; direction: Direction }, signal) =>
      moveCategoryFn({ data: moved, signal }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: categoriesQuery.queryKey }),
    onError: (error) => showFailure(error, moveCategoryFailure()),
  })
  return (
    <AdminPage
      title={phrase('Categories')}
      text={phrase('The sections of the paper, in the order of the menu. Each article has one.')}
      actions={
        <Button variant="primary" onClick={() => setOpen({ kind: 'new' })}>
          <Plus aria-hidden size={16} />
          {phrase('New Category')}
        </Button>
      }
    >
      <LoadState query={query} failure={categoriesFailure()}>
        {(categories) => (
          <Table
            caption={phrase('Categories')}
            columns={columns(categories, {
              onOpen: (kind, category) => setOpen({ kind, category }),
              onMove: (key, direction) => move.mutate({ key, direction }),
            })}
            rows={categories}
            keyOf={({ key }) => key}
          />
        )}
      </LoadState>
      {open?.kind === 'new' && <CategoryDialog category={undefined} onClose={close} />}
      {open?.kind === 'edit' && <CategoryDialog category={open.category} onClose={close} />}
      {open?.kind === 'merge' && (
        <MergeCategoryDialog category={open.category} categories={query.data ?? []} onClose={close} />
      )}
    </AdminPage>
  )
}

type Actions = {
  onOpen: (kind: 'edit' | 'merge', category: CategoryRow) => void
  onMove: (key: string, direction: Direction) => void
}

function columns(all: readonly CategoryRow[], { onOpen, onMove }: Actions): Column<CategoryRow>[] {
  return [
    {
      name: 'name',
      label: phrase('Name'),
      cell: ({ name, description, colour, isInMenu, isHidden }) => (
        <>
          <span className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
            <span
              aria-hidden
              className="size-3 shrink-0 rounded-full bg-ink"
              style={colour ? { backgroundColor: colour } : undefined}
            />
            <bdi>{name}</bdi>
            {isHidden ? (
              <Badge>{phrase('Hidden')}</Badge>
            ) : (
              !isInMenu && <Badge>{phrase('Not in the menu')}</Badge>
            )}
          </span>
          {description && (
            <span className="line-clamp-2 text-13 wrap-anywhere text-muted">
              <bdi>{description}</bdi>
            </span>
          )}
        </>
      ),
    },
    { name: 'address', label: phrase('Address'), isForWide: true, cell: ({ slug }) => `/${slug}` },
    {
      name: 'articles',
      label: phrase('Articles'),
      isNumeric: true,
      cell: ({ key, name, articles }) => (
        <Link
          to="/admin/articles"
          search={{ category: key }}
          aria-label={phrase('Articles in {name}: {articles}', { name, articles })}
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
      cell: (category) => (
        <span className="flex justify-end">
          <IconButton
            label={phrase('Edit {name}', { name: category.name })}
            title={phrase('Edit')}
            Icon={Pencil}
            onClick={() => onOpen('edit', category)}
          />
          <RowMenu label={phrase('More actions for {name}', { name: category.name })}>
            {!category.isHidden && (
              <RowMenuLink Icon={ExternalLink} label={phrase('View page')} href={`/${category.slug}`} />
            )}
            {category !== all[0] && (
              <RowMenuItem
                Icon={ArrowUp}
                label={phrase('Move up')}
                onSelect={() => onMove(category.key, 'up')}
              />
            )}
            {category !== all.at(-1) && (
              <RowMenuItem
                Icon={ArrowDown}
                label={phrase('Move down')}
                onSelect={() => onMove(category.key, 'down')}
              />
            )}
            {category.key !== GENERAL_CATEGORY && (
              <RowMenuItem Icon={Merge} label={phrase('Merge…')} onSelect={() => onOpen('merge', category)} />
            )}
          </RowMenu>
        </span>
      ),
    },
  ]
}

type MergeProps = { category: CategoryRow; categories: readonly CategoryRow[]; onClose: () => void }

function MergeCategoryDialog({ category: { key, name, slug }, categories, onClose }: MergeProps) {
  return (
    <MergeDialog
      name={name}
      text={phrase(
        'The articles and feeds of {name} move to the category that you choose, and /{slug} redirects there. This cannot be undone.',
        { name, slug },
      )}
      others={categories
        .filter((other) => other.key !== key && !other.isHidden)
        .map((other) => ({ id: other.key, name: other.name }))}
      merge={async (intoKey, signal) => {
        const { kind } = await mergeCategoriesFn({ data: { key, intoKey }, signal })
        return kind === 'saved' ? undefined : categoryErrors()[kind]
      }}
      success={phrase('Categories merged')}
      failure={mergeCategoriesFailure()}
      onClose={onClose}
    />
  )
}
