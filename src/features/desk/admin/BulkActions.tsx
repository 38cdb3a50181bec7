import { X } from 'lucide-react'
import { useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { CategoryOptions } from '#features/categories/admin/CategoryOptions.tsx'
import { NoteDialog } from '#features/drafts/admin/NoteDialog.tsx'
import { PersonSelect } from '#features/drafts/admin/PersonSelect.tsx'
import { describeDeletion, describeWithdrawal, isUnseenItem } from '#features/drafts/rules/draft-status.ts'
import { UPDATE_LABELS } from '#features/drafts/rules/publish-labels.ts'
import { TopicSelect } from '#features/topics/admin/TopicSelect.tsx'
import { type Category, GENERAL_CATEGORY } from '#kernel/category.ts'
import { formatCount } from '#kernel/format-count.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'
import { Dialog } from '#ui/admin/Dialog.tsx'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { useZodForm } from '#ui/admin/forms/useZodForm.ts'
import { ScrollRow } from '#ui/admin/ScrollRow.tsx'
import {
  bulkAssignmentForm,
  bulkCategoryForm,
  bulkPublicationForm,
  bulkTopicForm,
  NOBODY,
} from '../rules/desk-forms.ts'
import type { ArticleChange } from '../server/change-articles.server.ts'
import type { ListedArticle } from '../server/read-listed-articles.server.ts'
import { useBulkChange } from './useBulkChange.ts'
import type { Selection } from './useSelection.ts'

type Action = 'assign' | 'category' | 'topics' | 'publish' | 'withdraw' | 'delete'
type Props = { articles: readonly ListedArticle[]; selection: Selection }

export function BulkActions({ articles, selection }: Props) {
  const can = useCapability()
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  const { run, isBusy, cancel, error, report, closeReport } = useBulkChange({
    isInDialog: action !== undefined,
    onDone() {
      close()
      selection.clear()
    },
  })
  const count = selection.ids.length
  const what = formatCount(count, 'article')
  const dismiss = () => {
    cancel()
    close()
  }
  const runAll = (toChange: (id: string) => ArticleChange, onSent = () => {}) =>
    run(selection.ids.map(toChange), { onSuccess: onSent })
  const selected = articles.filter(({ id }) => selection.has(id))
  const isUnseen = selected.every(isUnseenItem)
  const formHashOf = (id: string) => selected.find((article) => article.id === id)?.formHash ?? ''
  const publishAll = (updateKind: 'minor' | 'update') =>
    runAll((id) => {
      const formHash = formHashOf(id)
      return { id, kind: 'publish', formHash, publicationId: crypto.randomUUID(), updateKind }
    })
  return (
    <>
      {count > 0 && (
        <div role="toolbar" aria-label="Selected articles" className="flex min-w-0 grow items-center gap-2">
          <p role="status" className="text-14 font-semibold whitespace-nowrap">
            {count} selected
          </p>
          <ScrollRow>
            {can('article.read-all') && <Button onClick={() => setAction('assign')}>Assign…</Button>}
            <Button onClick={() => setAction('category')}>Set Category…</Button>
            <Button onClick={() => setAction('topics')}>Change Topics…</Button>
            {can('article.publish') && (
              <>
                {selected.some(({ status }) => status === 'in-review') && (
                  <Button
                    isBusy={isBusy}
                    onClick={() => runAll((id) => ({ id, kind: 'approve', formHash: formHashOf(id) }))}
                  >
                    Approve
                  </Button>
                )}
                <Button onClick={() => setAction('publish')}>Publish…</Button>
                {!isUnseen && <Button onClick={() => setAction('withdraw')}>Withdraw…</Button>}
              </>
            )}
            <Button onClick={() => setAction('delete')}>{isUnseen ? 'Reject…' : 'Delete…'}</Button>
          </ScrollRow>
          <button
            type="button"
            aria-label="Clear Selection"
            title="Clear Selection"
            onClick={selection.clear}
            className="admin-icon-button shrink-0"
          >
            <X aria-hidden size={18} />
          </button>
        </div>
      )}
      {action === 'assign' && (
        <AssignDialog
          title={`Assign ${what}`}
          isBusy={isBusy}
          error={error}
          onAssign={(assigneeId) => runAll((id) => ({ id, kind: 'assign', assigneeId }))}
          onClose={dismiss}
        />
      )}
      {action === 'category' && (
        <CategoryDialog
          title={`Set the category of ${what}`}
          isBusy={isBusy}
          error={error}
          onSet={(category) => runAll((id) => ({ id, kind: 'category', category }))}
          onClose={dismiss}
        />
      )}
      {action === 'topics' && (
        <TopicsDialog
          title={`Change the topics of ${what}`}
          isBusy={isBusy}
          error={error}
          onChange={(kind, topicId) => runAll((id) => ({ id, kind, topicId }))}
          onClose={dismiss}
        />
      )}
      {action === 'publish' && (
        <PublishDialog
          title={`Publish ${what}?`}
          hasPublished={selected.some(({ publishedAt }) => publishedAt !== null)}
          isBusy={isBusy}
          error={error}
          onPublish={publishAll}
          onClose={dismiss}
        />
      )}
      {action === 'withdraw' && (
        <NoteDialog
          name="withdraw-selected"
          title={`Withdraw ${what}?`}
          text={describeWithdrawal(selected)}
          label="Public reason"
          help={`Optional. Shown to readers who open ${count === 1 ? 'the article' : 'one of the articles'}.`}
          confirmLabel="Withdraw"
          isDangerous
          isBusy={isBusy}
          error={error}
          onConfirm={(reason, onSent) =>
            runAll((id) => ({ id, kind: 'withdraw', publicationId: crypto.randomUUID(), reason }), onSent)
          }
          onClose={dismiss}
        />
      )}
      <ConfirmDialog
        title={`${isUnseen ? 'Reject' : 'Delete'} ${what}?`}
        text={describeDeletion(selected)}
        confirmLabel={isUnseen ? 'Reject' : 'Delete'}
        isDangerous
        isOpen={action === 'delete'}
        isBusy={isBusy}
        error={error}
        onConfirm={() => runAll((id) => ({ id, kind: 'delete' }))}
        onCancel={dismiss}
      />
      {report && (
        <Dialog
          title={`${formatCount(report.refused.length, 'article')} could not be changed`}
          isOpen
          onClose={closeReport}
        >
          <ul className="flex flex-col gap-2 text-14">
            {report.refused.map(({ id, reason }) => (
              <li key={id}>
                <span className="font-semibold">
                  {articles.find((article) => article.id === id)?.title || 'Untitled'}
                </span>
                <span className="block text-muted">{reason}</span>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}

type AssignProps = {
  title: string
  isBusy: boolean
  error: string | undefined
  onAssign: (assigneeId: string | null) => void
  onClose: () => void
}

function AssignDialog({ onAssign, ...dialog }: AssignProps) {
  const form = useZodForm(bulkAssignmentForm, { defaultValues: { assigneeId: '' } })
  return (
    <FormDialog
      {...dialog}
      isChanged={form.formState.isDirty}
      submitLabel="Assign"
      onSubmit={form.handleSubmit((typed) => onAssign(bulkAssignmentForm.parse(typed).assigneeId))}
    >
      <PersonSelect
        label="Assignee"
        none="Choose a person"
        nobody={NOBODY}
        required
        data-autofocus
        {...form.field('assigneeId')}
      />
    </FormDialog>
  )
}

type PublishProps = {
  title: string
  hasPublished: boolean
  isBusy: boolean
  error: string | undefined
  onPublish: (updateKind: 'minor' | 'update') => void
  onClose: () => void
}

function PublishDialog({ hasPublished, onPublish, ...dialog }: PublishProps) {
  const form = useZodForm(bulkPublicationForm, { defaultValues: { updateKind: 'minor' } })
  return (
    <FormDialog
      {...dialog}
      isChanged={form.formState.isDirty}
      submitLabel="Publish"
      onSubmit={form.handleSubmit(({ updateKind }) => onPublish(updateKind))}
    >
      <p className="text-14">Articles that do not pass the publish check are not published.</p>
      {hasPublished && (
        <Select
          label="Changes to published articles"
          help={UPDATE_LABELS[form.watch('updateKind')].help}
          {...form.field('updateKind')}
        >
          <option value="minor">{UPDATE_LABELS.minor.label}</option>
          <option value="update">{UPDATE_LABELS.update.label}</option>
        </Select>
      )}
    </FormDialog>
  )
}

type CategoryProps = {
  title: string
  isBusy: boolean
  error: string | undefined
  onSet: (category: Category) => void
  onClose: () => void
}

function CategoryDialog({ onSet, ...dialog }: CategoryProps) {
  const form = useZodForm(bulkCategoryForm, { defaultValues: { category: GENERAL_CATEGORY } })
  return (
    <FormDialog
      {...dialog}
      isChanged={form.formState.isDirty}
      submitLabel="Set Category"
      onSubmit={form.handleSubmit(({ category }) => onSet(category))}
    >
      <Select
        label="Category"
        help="Readers see the new category of a published article once it is updated."
        data-autofocus
        {...form.field('category')}
      >
        <CategoryOptions />
      </Select>
    </FormDialog>
  )
}

type TopicsProps = {
  title: string
  isBusy: boolean
  error: string | undefined
  onChange: (kind: TopicChangeKind, topicId: string) => void
  onClose: () => void
}

type TopicChangeKind = 'add-topic' | 'remove-topic'

function TopicsDialog({ onChange, ...dialog }: TopicsProps) {
  const form = useZodForm(bulkTopicForm, { defaultValues: { kind: 'add-topic', topicId: '' } })
  return (
    <FormDialog
      {...dialog}
      isChanged={form.formState.isDirty}
      submitLabel={form.watch('kind') === 'add-topic' ? 'Add Topic' : 'Remove Topic'}
      onSubmit={form.handleSubmit(({ kind, topicId }) => onChange(kind, topicId))}
    >
      <Select label="Change" {...form.field('kind')}>
        <option value="add-topic">Add a topic</option>
        <option value="remove-topic">Remove a topic</option>
      </Select>
      <TopicSelect
        label="Topic"
        none="Choose a topic"
        by="id"
        required
        data-autofocus
        {...form.field('topicId')}
      />
    </FormDialog>
  )
}
