import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { nameRevisionFn, revisionQuery, revisionsQuery } from '#features/drafts/drafts.functions.ts'
import {
  labelRevision,
  MAX_REVISION_NAME_LENGTH,
  revisionNameForm,
} from '#features/drafts/rules/publish-labels.ts'
import type { RevisionEntry } from '#features/drafts/server/revisions.server.ts'
import { PreviewFrame } from '#features/publishing/admin/PreviewFrame.tsx'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery } from '#ui/admin/forms/useFormDrafts.ts'
import { ListState, LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import type { StoredImage } from './ImageField.tsx'
import { RevisionDifferences } from './RevisionDifferences.tsx'
import type { ArticleEditorState } from './useArticleEditor.ts'

const failure = () => phrase('Failed to fetch revisions')

type Props = {
  editor: ArticleEditorState
  image: StoredImage | undefined
  onClose: () => void
}

/** Compares each revision with the previous one (newsroom §2, Revisions). */
export function RevisionsDialog({ editor, image, onClose }: Props) {
  const { id } = editor.session
  const list = useInfiniteQuery(revisionsQuery(id))
  const [opened, setOpened] = useState<number>()
  const revisions = list.data?.pages.flatMap((page) => page.revisions) ?? []
  const newest = revisions[0]?.number

  return (
    <Dialog title={phrase('Revisions')} isOpen isWide onClose={onClose}>
      <ListState
        query={list}
        failure={failure()}
        isEmpty={revisions.length === 0}
        empty={<p>{phrase('No revisions yet.')}</p>}
      >
        <ol className="divide-y divide-rule">
          {revisions.map((revision) => (
            <li key={revision.number} className="py-2">
              <RevisionHeading
                revision={revision}
                isOpen={opened === revision.number}
                onToggle={() => setOpened(opened === revision.number ? undefined : revision.number)}
              />
              {opened === revision.number && (
                <OpenedRevision
                  editor={editor}
                  image={image}
                  number={revision.number}
                  isNewest={revision.number === newest}
                  onRestored={onClose}
                />
              )}
            </li>
          ))}
        </ol>
      </ListState>
    </Dialog>
  )
}

type HeadingProps = { revision: RevisionEntry; isOpen: boolean; onToggle: () => void }

function RevisionHeading({ revision, isOpen, onToggle }: HeadingProps) {
  const { number, by, at, note } = revision
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-3 text-start text-14 hover:underline"
      >
        <span className="font-semibold">
          {number}. {labelRevision(revision)}
        </span>
        <span className="text-13 text-muted">
          <Moment at={at} />
          <ByName name={by} />
        </span>
      </button>
      {note && <p className="pb-2 text-13 wrap-anywhere whitespace-pre-wrap">{note}</p>}
    </>
  )
}

type OpenedProps = Pick<Props, 'editor' | 'image'> & {
  number: number
  isNewest: boolean
  onRestored: () => void
}

function OpenedRevision({ editor, image, number, isNewest, onRestored }: OpenedProps) {
  const { id } = editor.session
  const { isReadOnly } = editor
  const after = useQuery(revisionQuery(id, number))
  const before = useQuery({ ...revisionQuery(id, number - 1), enabled: number > 1 })
  const [isPreviewed, setIsPreviewed] = useState(false)
  const [isNaming, setIsNaming] = useState(false)
  const ofRevision = useMemo(() => ({ id, number }), [id, number])
  const loading = <p role="status">{phrase('Loading...')}</p>
  return (
    <LoadState query={after} failure={failure()} loading={loading}>
      {(revision) =>
        revision && (
          <div className="flex flex-col gap-3 pb-2">
            {number === 1 ? (
              <RevisionDifferences before={null} after={revision.form} image={image} />
            ) : (
              <LoadState query={before} failure={failure()} loading={loading}>
                {(previous) => (
                  <RevisionDifferences before={previous?.form ?? null} after={revision.form} image={image} />
                )}
              </LoadState>
            )}
            {isPreviewed && (
              <PreviewFrame
                title={phrase('Preview of revision {number}', { number })}
                form={revision.form}
                id={image?.imageUrl === revision.form.imageUrl ? id : undefined}
                revision={ofRevision}
              />
            )}
            {isNaming && <NameForm id={id} revision={revision} onClose={() => setIsNaming(false)} />}
            <div className="flex flex-wrap items-center gap-3">
              {!isReadOnly && revision.kind !== 'submit' && (
                <Button aria-expanded={isNaming} onClick={() => setIsNaming(!isNaming)}>
                  {phrase('Name Revision')}
                </Button>
              )}
              <Button aria-expanded={isPreviewed} onClick={() => setIsPreviewed(!isPreviewed)}>
                {phrase('Preview')}
              </Button>
              {!(isNewest && !editor.isChanged) && !isReadOnly && (
                <>
                  <Button
                    isBusy={editor.saving !== undefined}
                    onClick={() => {
                      editor.restore(number)
                      onRestored()
                    }}
                  >
                    {phrase('Restore')}
                  </Button>
                  <p className="text-13 text-muted">
                    {phrase(
                      'This text becomes the draft, as a new revision. Readers see it once you publish.',
                    )}
                  </p>
                </>
              )}
            </div>
          </div>
        )
      }
    </LoadState>
  )
}

type NameProps = { id: string; revision: RevisionEntry; onClose: () => void }

function NameForm({ id, revision: { number, note }, onClose }: NameProps) {
  const { unsent, ...form } = useUnsentForm(revisionNameForm, {
    name: `revision:${id}:${number}`,
    defaultValues: { name: note },
  })
  const { run, isBusy } = useDraftAction()

  const submit = form.handleSubmit((typed) =>
    run({
      send: (signal) => nameRevisionFn({ data: { id, number, ...typed }, signal }),
      success: phrase('Revision named'),
      failure: phrase('Failed to name revision'),
      onDone() {
        unsent.end()
        onClose()
      },
    }),
  )

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <UnsavedChangesGuard isChanged={form.formState.isDirty} parameter="article" recovery={recovery()} />
      <RestoredNotice unsent={unsent} />
      <TextField
        label={phrase('Revision name')}
        autoFocus
        maxLength={MAX_REVISION_NAME_LENGTH}
        {...form.field('name')}
        action={
          <Button type="submit" isBusy={isBusy} busyText={phrase('Saving...')}>
            {phrase('Save Name')}
          </Button>
        }
      />
    </form>
  )
}
