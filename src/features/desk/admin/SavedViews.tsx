import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { ScrollRow } from '#ui/admin/ScrollRow.tsx'
import { deleteViewFn, savedViewsQuery, saveViewFn } from '../desk.functions.ts'
import { type ArticleListFilter, hasListFilter, isSameFilter, ME } from '../rules/article-manager-params.ts'
import { MAX_VIEW_NAME_LENGTH, viewForm } from '../rules/desk-forms.ts'
import type { SavedView } from '../server/saved-views.server.ts'

type Props = { filter: ArticleListFilter; onOpen: (filter: ArticleListFilter) => void }

type ShownView = Pick<SavedView, 'name' | 'filter'> & Partial<SavedView>

const builtInViews = (): readonly ShownView[] => [
  { name: phrase('All'), filter: {} },
  { name: phrase('Mine'), filter: { person: ME, sort: 'edited' } },
  { name: phrase('To review'), filter: { status: 'in-review' } },
  { name: phrase('Due'), filter: { sort: 'due' } },
]

export function SavedViews({ filter, onOpen }: Props) {
  const { data: views = [] } = useQuery(savedViewsQuery)
  const [editing, setEditing] = useState<'new' | SavedView>()
  const current = views.find((view) => isSameFilter(view.filter, filter))
  const isBuiltIn = builtInViews().some((view) => isSameFilter(view.filter, filter))
  const canSave = hasListFilter(filter) && !current && !isBuiltIn
  const canEdit = current?.owner === null
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <fieldset className="-m-1 flex min-w-0">
        <legend className="sr-only">{phrase('Views')}</legend>
        <ScrollRow>
          {[...builtInViews(), ...views].map((view: ShownView) => (
            <button
              key={view.name + (view.id ?? '')}
              type="button"
              aria-pressed={isSameFilter(view.filter, filter)}
              title={view.owner ? phrase('Shared by {owner}', { owner: view.owner }) : undefined}
              onClick={() => onOpen(view.filter)}
              className="admin-button aria-pressed:border-ink aria-pressed:bg-wash"
            >
              {view.name}
            </button>
          ))}
        </ScrollRow>
      </fieldset>
      {/* A single button, focused again when its dialog has saved or deleted the view. */}
      {(canSave || canEdit) && (
        <Button onClick={() => setEditing(current ?? 'new')}>
          {canEdit ? phrase('Edit View…') : phrase('Save View…')}
        </Button>
      )}
      {editing && (
        <ViewDialog
          view={editing === 'new' ? undefined : editing}
          filter={filter}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

type DialogProps = { view: SavedView | undefined; filter: ArticleListFilter; onClose: () => void }

function ViewDialog({ view, filter, onClose }: DialogProps) {
  const can = useCapability()
  const queryClient = useQueryClient()
  const { run, isBusy, cancel, error } = useDraftAction({ isInDialog: true })
  const [newId] = useState(() => crypto.randomUUID())
  const { name = '', isShared = false } = view ?? {}
  const { unsent, ...form } = useUnsentForm(viewForm, {
    name: `view:${view?.id ?? 'new'}`,
    defaultValues: { name, isShared },
  })
  const [isDeleting, setIsDeleting] = useState(false)
  const id = view?.id ?? newId

  async function refresh() {
    unsent.end()
    await queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
    onClose()
  }

  const submit = form.handleSubmit((typed) =>
    run({
      send: (signal) => saveViewFn({ data: { id, ...typed, filter: { ...filter } }, signal }),
      success: phrase('View saved'),
      failure: phrase('Failed to save view'),
      onDone: () => void refresh(),
    }),
  )

  return (
    <FormDialog
      title={view ? phrase('Edit view') : phrase('Save view')}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      submitLabel={phrase('Save View')}
      isBusy={isBusy}
      error={isDeleting ? undefined : error}
      onSubmit={submit}
      actions={
        view && (
          <Button variant="danger" onClick={() => setIsDeleting(true)}>
            {phrase('Delete View')}
          </Button>
        )
      }
      onClose={() => {
        cancel()
        onClose()
      }}
    >
      <TextField
        label={phrase('Name')}
        data-autofocus
        required
        maxLength={MAX_VIEW_NAME_LENGTH}
        {...form.field('name')}
      />
      {can('article.publish') && (
        <label className="flex items-center gap-2 text-14">
          <input type="checkbox" {...form.register('isShared')} />
          {phrase('Share with everyone in the newsroom')}
        </label>
      )}
      <ConfirmDialog
        title={phrase('Delete the view “{name}”?', { name: view?.name ?? '' })}
        text={phrase('Its articles are not deleted.')}
        confirmLabel={phrase('Delete')}
        isDangerous
        isOpen={isDeleting}
        isBusy={isBusy}
        error={error}
        onConfirm={() =>
          run({
            send: async (signal) => {
              await deleteViewFn({ data: { id }, signal })
              return { kind: 'deleted' }
            },
            success: phrase('View deleted'),
            failure: phrase('Failed to delete view'),
            onDone: () => void refresh(),
          })
        }
        onCancel={() => {
          cancel()
          setIsDeleting(false)
        }}
      />
    </FormDialog>
  )
}
