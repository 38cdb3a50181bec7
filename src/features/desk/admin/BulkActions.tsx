import { X } from 'lucide-react'
import { useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { CategoryOptions } from '#features/categories/admin/CategoryOptions.tsx'
import { NoteDialog } from '#features/drafts/admin/NoteDialog.tsx'
import { PersonSelect } from '#features/drafts/admin/PersonSelect.tsx'
import { describeDeletion, describeWithdrawal, isUnseenItem } from '#features/drafts/rules/draft-status.ts'
import { updateLabels } from '#features/drafts/rules/publish-labels.ts'
import { TopicSelect } from '#features/topics/admin/TopicSelect.tsx'
import { type Category, GENERAL_CATEGORY } from '#kernel/category.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { useZodForm } from '#ui/admin/forms/useZodForm.ts'
import { IconButton } from '#ui/admin/IconButton.tsx'
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
  const what = plural(count, '{count} article', '{count} articles')
  const dismiss = () => {
    cancel()
    close()
  }
  const dialog = { isBusy, error, onClose: dismiss }
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
        <div
          role="toolbar"
          aria-label={phrase('Selected articles')}
          className="flex min-w-0 grow items-center gap-2"
        >
          <p role="status" className="text-14 font-semibold whitespace-nowrap">
            {phrase('{count} selected', { count })}
          </p>
          <ScrollRow>
            {can('article.read-all') && (
              <Button onClick={() => setAction('assign')}>{phrase('Assign…')}</Button>
            )}
            <Button onClick={() => setAction('category')}>{phrase('Set Category…')}</Button>
            <Button onClick={() => setAction('topics')}>{phrase('Change Topics…')}</Button>
            {can('article.publish') && (
              <>
                {selected.some(({ status }) => status === 'in-review') && (
                  <Button
                    isBusy={isBusy}
                    onClick={() => runAll((id) => ({ id, kind: 'approve', formHash: formHashOf(id) }))}
                  >
                    {phrase('Approve')}
                  </Button>
                )}
                <Button onClick={() => setAction('publish')}>{phrase('Publish…')}</Button>
                {!isUnseen && <Button onClick={() => setAction('withdraw')}>{phrase('Withdraw…')}</Button>}
              </>
            )}
            <Button onClick={() => setAction('delete')}>
              {isUnseen ? phrase('Reject…') : phrase('Delete…')}
            </Button>
          </ScrollRow>
          <IconButton label={phrase('Clear Selection')} Icon={X} size={18} onClick={selection.clear} />
        </div>
      )}
      {action === 'assign' && (
        <AssignDialog
          title={phrase('Assign {what}', { what })}
          {...dialog}
          onAssign={(assigneeId) => runAll((id) => ({ id, kind: 'assign', assigneeId }))}
        />
      )}
      {action === 'category' && (
        <CategoryDialog
          title={phrase('Set the category of {what}', { what })}
          {...dialog}
          onSet={(category) => runAll((id) => ({ id, kind: 'category', category }))}
        />
      )}
      {action === 'topics' && (
        <TopicsDialog
          title={phrase('Change the topics of {what}', { what })}
          {...dialog}
          onChange={(kind, topicId) => runAll((id) => ({ id, kind, topicId }))}
        />
      )}
      {action === 'publish' && (
        <PublishDialog
          title={phrase('Publish {what}?', { what })}
          hasPublished={selected.some(({ publishedAt }) => publishedAt !== null)}
          {...dialog}
          onPublish={publishAll}
        />
      )}
      {action === 'withdraw' && (
        <NoteDialog
          name="withdraw-selected"
          title={phrase('Withdraw {what}?', { what })}
          text={describeWithdrawal(selected)}
          label={phrase('Public reason')}
          help={
            count === 1
              ? phrase('Optional. Shown to readers who open the article.')
              : phrase('Optional. Shown to readers who open one of the articles.')
          }
          confirmLabel={phrase('Withdraw')}
          isDangerous
          {...dialog}
          onConfirm={(reason, onSent) =>
            runAll((id) => ({ id, kind: 'withdraw', publicationId: crypto.randomUUID(), reason }), onSent)
          }
        />
      )}
      <ConfirmDialog
        title={isUnseen ? phrase('Reject {what}?', { what }) : phrase('Delete {what}?', { what })}
        text={describeDeletion(selected)}
        confirmLabel={isUnseen ? phrase('Reject') : phrase('Delete')}
        isDangerous
        isOpen={action === 'delete'}
        isBusy={isBusy}
        error={error}
        onConfirm={() => runAll((id) => ({ id, kind: 'delete' }))}
        onCancel={dismiss}
      />
      {report && (
        <Dialog
          title={plural(
            report.refused.length,
            '{count} article could not be changed',
            '{count} articles could not be changed',
          )}
          isOpen
          onClose={closeReport}
        >
          <ul className="flex flex-col gap-2 text-14">
            {report.refused.map(({ id, reason }) => (
              <li key={id}>
                <span className="font-semibold">
                  {articles.find((article) => article.id === id)?.title || phrase('Untitled')}
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

type DialogProps = { title: string; isBusy: boolean; error: string | undefined; onClose: () => void }

function AssignDialog({
  onAssign,
  ...dialog
}: DialogProps & { onAssign: (assigneeId: string | null) => void }) {
  const form = useZodForm(bulkAssignmentForm, { defaultValues: { assigneeId: '' } })
  return (
    <FormDialog
      {...dialog}
      isChanged={form.formState.isDirty}
      submitLabel={phrase('Assign')}
      onSubmit={form.handleSubmit((typed) => onAssign(bulkAssignmentForm.parse(typed).assigneeId))}
    >
      <PersonSelect
        label={phrase('Assignee')}
        none={phrase('Choose a person')}
        nobody={NOBODY}
        required
        data-autofocus
        {...form.field('assigneeId')}
      />
    </FormDialog>
  )
}

type PublishProps = DialogProps & {
  hasPublished: boolean
  onPublish: (updateKind: 'minor' | 'update') => void
}

function PublishDialog({ hasPublished, onPublish, ...dialog }: PublishProps) {
  const form = useZodForm(bulkPublicationForm, { defaultValues: { updateKind: 'minor' } })
  return (
    <FormDialog
      {...dialog}
      isChanged={form.formState.isDirty}
      submitLabel={phrase('Publish')}
      onSubmit={form.handleSubmit(({ updateKind }) => onPublish(updateKind))}
    >
      <p className="text-14">{phrase('Articles that do not pass the publish check are not published.')}</p>
      {hasPublished && (
        <Select
          label={phrase('Changes to published articles')}
          help={updateLabels()[form.watch('updateKind')].help}
          {...form.field('updateKind')}
        >
          <option value="minor">{updateLabels().minor.label}</option>
          <option value="update">{updateLabels().update.label}</option>
        </Select>
      )}
    </FormDialog>
  )
}

function CategoryDialog({ onSet, ...dialog }: DialogProps & { onSet: (category: Category) => void }) {
  const form = useZodForm(bulkCategoryForm, { defaultValues: { category: GENERAL_CATEGORY } })
  return (
    <FormDialog
      {...dialog}
      isChanged={form.formState.isDirty}
      submitLabel={phrase('Set Category')}
      onSubmit={form.handleSubmit(({ category }) => onSet(category))}
    >
      <Select
        label={phrase('Category')}
        help={phrase('Readers see the new category of a published article once it is updated.')}
        data-autofocus
        {...form.field('category')}
      >
        <CategoryOptions />
      </Select>
    </FormDialog>
  )
}

type TopicChangeKind = 'add-topic' | 'remove-topic'

function TopicsDialog({
  onChange,
  ...dialog
}: DialogProps & { onChange: (kind: TopicChangeKind, topicId: string) => void }) {
  const form = useZodForm(bulkTopicForm, { defaultValues: { kind: 'add-topic', topicId: '' } })
  return (
    <FormDialog
      {...dialog}
      isChanged={form.formState.isDirty}
      submitLabel={form.watch('kind') === 'add-topic' ? phrase('Add Topic') : phrase('Remove Topic')}
      onSubmit={form.handleSubmit(({ kind, topicId }) => onChange(kind, topicId))}
    >
      <Select label={phrase('Change')} {...form.field('kind')}>
        <option value="add-topic">{phrase('Add a topic')}</option>
        <option value="remove-topic">{phrase('Remove a topic')}</option>
      </Select>
      <TopicSelect
        label={phrase('Topic')}
        none={phrase('Choose a topic')}
        by="id"
        required
        data-autofocus
        {...form.field('topicId')}
      />
    </FormDialog>
  )
}
