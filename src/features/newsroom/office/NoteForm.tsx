import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { MentionTextArea } from './MentionTextArea.tsx'

export type NoteInput = { text: string; isBlocking: boolean }

type Props = {
  articleId: string
  label: string
  submitLabel: string
  initial?: NoteInput
  /** Replies do not block the publication. */
  canBlock?: boolean
  isBusy: boolean
  children?: ReactNode
  onSubmit: (input: NoteInput) => void
  onCancel: () => void
}

const EMPTY: NoteInput = { text: '', isBlocking: false }

/** It has the focus when it opens. */
export function NoteForm({ articleId, label, submitLabel, initial = EMPTY, canBlock, ...props }: Props) {
  const { isBusy, children, onSubmit, onCancel } = props
  const [text, setText] = useState(initial.text)
  const [isBlocking, setIsBlocking] = useState(initial.isBlocking)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const isMissing = text.trim() === ''

  useEffect(() => area.current?.focus(), [])

  function submit() {
    setIsSubmitted(true)
    if (isMissing) area.current?.focus()
    else if (!isBusy) onSubmit({ text: text.trim(), isBlocking })
  }

  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        submit()
      }}
      className="flex flex-col gap-3"
    >
      {children}
      <MentionTextArea
        articleId={articleId}
        label={label}
        ref={area}
        value={text}
        onChange={setText}
        onSubmit={submit}
        error={isSubmitted && isMissing ? 'Write a note' : undefined}
      />
      {canBlock && (
        <label className="flex min-h-6 items-center gap-2 text-14">
          <input
            type="checkbox"
            checked={isBlocking}
            onChange={({ target }) => setIsBlocking(target.checked)}
            className="size-4 accent-ink"
          />
          Block the publication until this is resolved
        </label>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isBusy={isBusy} busyText="Saving...">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
