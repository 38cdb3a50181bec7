import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { useUnsentContext } from '#features/accounts/admin/useUnsentForm.ts'
import type { NotePassages } from '#features/collaboration/admin/note-passages.ts'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { addNoteFn, deleteNoteFn, editNoteFn, mentionableQuery, resolveNoteFn } from '../notes.functions.ts'
import { type NoteFields, splitMentions } from '../rules/notes.ts'
import type { Note } from '../server/notes.server.ts'
import { NoteForm } from './NoteForm.tsx'

type Props = {
  articleId: string
  me: string
  note: Note
  replies: readonly Note[]
  passages: NotePassages
  isActive: boolean
  /** Its passage was deleted. */
  isMissing: boolean
}

export function NoteThread({ articleId, me, note, replies, passages, isActive, isMissing }: Props) {
  const replyName = `reply:${note.id}`
  const hasUnsentReply = useUnsentContext(replyName) !== undefined
  const [form, setForm] = useState<'reply' | { edit: string } | undefined>(
    hasUnsentReply ? 'reply' : undefined,
  )
  const [replyId, setReplyId] = useState(() => crypto.randomUUID())
  const { run, isBusy } = useDraftAction()
  const { id, quote, isBlocking, resolvedAt, resolvedBy, canResolve } = note
  const failure = phrase('Failed to save note')
  const close = () => setForm(undefined)

  function reply({ text }: NoteFields, onSent: () => void) {
    run({
      // Retries keep this id, to add one reply.
      send: () => addNoteFn({ data: { id: replyId, articleId, parentId: id, text } }),
      success: phrase('Reply added'),
      failure,
      onDone() {
        onSent()
        setReplyId(crypto.randomUUID())
        close()
      },
    })
  }

  function edit(edited: Note, input: NoteFields, onSent: () => void) {
    const send = () => editNoteFn({ data: { id: edited.id, ...input } })
    const onDone = () => {
      onSent()
      close()
    }
    run({ send, success: phrase('Note saved'), failure, onDone })
  }

  const resolve = () =>
    run({
      send: () => resolveNoteFn({ data: { id, isResolved: resolvedAt === null } }),
      success: resolvedAt === null ? phrase('Note resolved') : phrase('Note reopened'),
      failure,
    })

  const remove = (removed: Note) =>
    run({
      send: () => deleteNoteFn({ data: { id: removed.id } }),
      success: phrase('Note deleted'),
      failure: phrase('Failed to delete note'),
    })

  const isEdited = (one: Note) => typeof form === 'object' && form.edit === one.id
  const content = (one: Note, badge?: ReactNode) =>
    isEdited(one) ? (
      <NoteForm
        articleId={articleId}
        name={`edit-note:${one.id}`}
        label={phrase('Note')}
        submitLabel={phrase('Save Note')}
        initial={one}
        canBlock={one === note}
        isBusy={isBusy}
        onSubmit={(input, onSent) => edit(one, input, onSent)}
        onCancel={close}
      />
    ) : (
      <NoteItem articleId={articleId} note={one} badge={badge} />
    )
  const ownActions = (one: Note) =>
    one.by?.id === me &&
    !isEdited(one) && (
      <>
        <Action onClick={() => setForm({ edit: one.id })}>{phrase('Edit')}</Action>
        {(one !== note || replies.every(({ by }) => by?.id === me)) && (
          <Action isBusy={isBusy} onClick={() => remove(one)}>
            {phrase('Delete')}
          </Action>
        )}
      </>
    )

  return (
    <li
      id={`note-${id}`}
      tabIndex={-1}
      aria-current={isActive || undefined}
      onFocus={() => passages.activate(id)}
      className="scroll-mt-20 border-s-3 border-rule py-1 ps-3 aria-[current]:border-caution"
    >
      {quote && (
        <div className="pb-2">
          <blockquote
            dir={textDirection(quote)}
            className="line-clamp-3 bg-wash px-2 py-1 font-serif text-14 wrap-anywhere"
          >
            {quote}
          </blockquote>
          {!resolvedAt &&
            (isMissing ? (
              <p className="pt-1 text-13 text-muted">{phrase('This passage is no longer in the text.')}</p>
            ) : (
              <Action onClick={() => passages.reveal(id)}>{phrase('Show in Text')}</Action>
            ))}
        </div>
      )}
      {content(
        note,
        isBlocking && !resolvedAt && <Badge tone="danger">{phrase('Blocks publication')}</Badge>,
      )}
      <div className="flex flex-wrap gap-x-4 pt-1">
        {!resolvedAt && form !== 'reply' && (
          <Action onClick={() => setForm('reply')}>{phrase('Reply')}</Action>
        )}
        {canResolve && (
          <Action isBusy={isBusy} onClick={resolve}>
            {resolvedAt ? phrase('Reopen') : phrase('Resolve')}
          </Action>
        )}
        {ownActions(note)}
      </div>
      {resolvedAt && (
        <p className="pt-1 text-13 text-muted">
          {phrase('Resolved')}
          <ByName name={resolvedBy} /> <Moment isPhrase at={resolvedAt} />
        </p>
      )}
      {replies.length > 0 && (
        <ul aria-label={phrase('Replies')} className="flex flex-col gap-3 pt-3 ps-3">
          {replies.map((one) => (
            <li key={one.id} id={`note-${one.id}`} tabIndex={-1} className="scroll-mt-20">
              {content(one)}
              <div className="flex flex-wrap gap-x-4 pt-1">{ownActions(one)}</div>
            </li>
          ))}
        </ul>
      )}
      {form === 'reply' && (
        <div className="pt-3">
          <NoteForm
            articleId={articleId}
            name={replyName}
            label={phrase('Reply')}
            submitLabel={phrase('Add Reply')}
            isBusy={isBusy}
            onSubmit={reply}
            onCancel={close}
          />
        </div>
      )}
    </li>
  )
}

type NoteItemProps = { articleId: string; note: Note; badge?: ReactNode }

function NoteItem({ articleId, note, badge }: NoteItemProps) {
  const { by, at, editedAt, text } = note
  const { data: people = [] } = useQuery({ ...mentionableQuery(articleId), enabled: text.includes('@') })
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
        <strong className="text-14 text-ink wrap-anywhere">
          <bdi>{by?.name ?? phrase('Deleted account')}</bdi>
        </strong>
        <Moment at={at} />
        {editedAt && <span>{phrase('(edited)')}</span>}
        {badge}
      </p>
      <p dir={textDirection(text)} className="pt-1 text-14 wrap-anywhere whitespace-pre-wrap">
        {splitMentions(text, people).map(({ text, person }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
          person ? <strong key={index}>{text}</strong> : <Fragment key={index}>{text}</Fragment>,
        )}
      </p>
    </>
  )
}

type ActionProps = { isBusy?: boolean; onClick: () => void; children: ReactNode }

function Action({ isBusy, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || onClick()}
      className="min-h-6 cursor-pointer text-13 font-semibold text-muted underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
    >
      {children}
    </button>
  )
}
