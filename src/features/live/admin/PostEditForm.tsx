import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { focusEditor } from '#features/blocks/admin/rich-text-tools.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { submitWithKey } from '#ui/admin/dialogs/Dialog.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { changePostFailure, editPostFn } from '../edit-live.functions.ts'
import { POST_LIMITS } from '../rules/live-post.ts'
import type { DeskPost } from '../server/live-desk.server.ts'
import { PostFields } from './PostFields.tsx'
import { usePostEditor } from './usePostEditor.ts'

type Props = { post: DeskPost; onClose: () => void }

/** Edits or corrects a post. Warns before it replaces a change that somebody else made after the form was opened. */
export function PostEditForm({ post, onClose }: Props) {
  const { headline, body, byline, isKey, version } = post
  const [values, setValues] = useState({ headline, body, byline, isKey })
  const [correction, setCorrection] = useState('')
  const [base, setBase] = useState(version)
  const [error, setError] = useState<string>()
  const change = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }))
  const editor = usePostEditor(body, (body) => change({ body }))
  const isPublished = post.state === 'published'
  const isChanged = JSON.stringify(values) !== JSON.stringify({ headline, body, byline, isKey })
  useEffect(() => focusEditor(editor), [editor])
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const note = correction.trim()
      return editPostFn({
        data: { ...values, id: post.id, version: base, ...(note && { correction: note }) },
      })
    },
    onSuccess(outcome) {
      if (outcome.kind === 'changed') return onClose()
      if (outcome.kind === 'refused') return setError(outcome.reasons.join(' '))
      if (outcome.kind === 'gone') return setError(phrase('The post no longer exists.'))
      // The query has loaded, or soon loads, the newer version.
      setBase(version === base ? base + 1 : version)
      setError(
        phrase(
          'Somebody else changed this post while you were editing it. Save again to replace that version with yours.',
        ),
      )
    },
    onError: (failure) => showFailure(failure, changePostFailure()),
  })

  return (
    <form
      aria-label={phrase('Edit post')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate()
      }}
      // Before the editor, which would insert a line break.
      onKeyDownCapture={submitWithKey}
      className="flex flex-col gap-3"
    >
      <UnsavedChangesGuard isChanged={isChanged || correction !== ''} />
      <PostFields editor={editor} values={values} onChange={change} />
      {isPublished && (
        <TextField
          label={phrase('What was corrected (optional)')}
          help={phrase('Readers see this note with the post. Without it, the post says that it was edited.')}
          value={correction}
          maxLength={POST_LIMITS.correction}
          onChange={({ target }) => setCorrection(target.value)}
        />
      )}
      {error && (
        <p role="alert" className="text-14 font-semibold text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{phrase('Cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          title={phrase('Ctrl+Enter')}
          isBusy={isPending}
          busyText={phrase('Saving...')}
        >
          {correction.trim() ? phrase('Save Correction') : phrase('Save Post')}
        </Button>
      </div>
    </form>
  )
}
