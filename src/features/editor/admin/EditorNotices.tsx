import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { hasCapability, isSignedOutError } from '#features/access/rules/access.ts'
import { accountQuery } from '#features/accounts/session.functions.ts'
import type { LostText } from '#features/collaboration/admin/draft-sync.ts'
import { createDraftTransport } from '#features/collaboration/admin/draft-transport.ts'
import { staffQuery } from '#features/drafts/drafts.functions.ts'
import { changesTo } from '#features/drafts/rules/document-changes.ts'
import { createEmptyDocument } from '#features/drafts/rules/draft-schema.ts'
import { failureText } from '#kernel/failure-text.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { htmlBlocks } from '#kernel/text/html-text.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { copyText } from '#ui/admin/copy-text.ts'
import { FormNotice, FormNotices } from '#ui/admin/forms/FormNotices.tsx'
import { storedDocuments } from '#ui/admin/stored-documents.ts'
import { showFailure } from '#ui/show-failure.ts'
import { focusPart, inEditor, partAt } from './article-editor.ts'
import { UnacceptedChanges } from './UnacceptedChanges.tsx'
import type { ArticleEditorState } from './useArticleEditor.ts'
import type { EditorSession } from './useDraftSession.ts'

type Props = { editor: ArticleEditorState; onCopied: (id: string) => void }

export function EditorNotices({ editor, onCopied }: Props) {
  return (
    <FormNotices
      alert={
        <>
          <Problem editor={editor} onCopied={onCopied} />
          <UnacceptedChanges editor={editor} />
          <LostTexts editor={editor} />
        </>
      }
    >
      {editor.session.isReadOnly && !editor.isEditLost && (
        <FormNotice>
          {phrase('You can read this article, but you cannot edit it. Ask an editor to assign it to you.')}
        </FormNotice>
      )}
      {isWaiting(editor) && (
        <FormNotice>
          {phraseParts('{failureText} What you typed is saved on this device and will be sent again.', {
            failureText: (
              <strong key="failureText">
                {failureText(editor.state.error, phrase('Your changes could not be sent.'))}
              </strong>
            ),
          })}
        </FormNotice>
      )}
    </FormNotices>
  )
}

/** Edits stored on this device wait for the server. The bar says so too after a failed save, which has its own message. */
function isWaiting({ state, session, failure }: ArticleEditorState): boolean {
  const isUnanswered = state.kind === 'retrying' && state.error instanceof RequestFailure
  return isUnanswered && !failure && !state.isStorageFailed && session.sync.hasUnsentEdits()
}

function Problem({ editor, onCopied }: Props) {
  const { failure, state, session } = editor
  const reasons = failure?.kind === 'refused' ? failure.reasons : state.reasons
  if (editor.isGone || failure?.kind === 'gone')
    return (
      <Unsaved editor={editor} onCopied={onCopied}>
        <strong>{phrase('Someone else has deleted this article.')}</strong>{' '}
        {session.sync.hasUnsentEdits()
          ? phrase('Your changes are still here.')
          : phrase('Its text is still here.')}
      </Unsaved>
    )
  if (failure?.kind === 'signed-out' || isSignedOutError(state.error))
    return (
      <FormNotice isFailure>
        <strong>{phrase('You have been signed out.')}</strong> {phrase('Your changes are still here.')}{' '}
        {phraseParts('{link} in a new tab, sign in, then save again.', {
          link: (
            <a key="link" href="/admin/login" target="_blank" rel="noopener" className="underline">
              {phrase('Open the sign-in page')}
            </a>
          ),
        })}
      </FormNotice>
    )
  if (editor.isEditLost)
    return (
      <Unsaved editor={editor} onCopied={onCopied}>
        <strong>{phrase('You can no longer edit this article.')}</strong>{' '}
        {phrase(
          'Your role or its assignment has changed. Your last changes are not saved, but they are still here.',
        )}
      </Unsaved>
    )
  if (editor.isReadOnly && !session.isReadOnly)
    return (
      <FormNotice isFailure>
        <strong>{phrase('You can no longer edit this article.')}</strong>{' '}
        {phrase(
          'Your role or its assignment has changed. Your changes are saved. Ask an editor to assign it to you.',
        )}
      </FormNotice>
    )
  if (reasons)
    return (
      <FormNotice isFailure>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {state.kind === 'refused' && <p>{phrase('Your changes were not sent. They are still here.')}</p>}
      </FormNotice>
    )
  if (state.isStorageFailed && session.sync.hasUnsentEdits())
    return (
      <FormNotice isFailure>
        <strong>{phrase('This device cannot store your changes.')}</strong>{' '}
        {phrase('Its storage is full or disabled. Do not close this page until they are saved.')}
      </FormNotice>
    )
  if (state.kind === 'retrying' && state.error instanceof Error && !(state.error instanceof RequestFailure))
    return (
      <FormNotice
        isFailure
        actions={<Button onClick={() => void session.sync.send()}>{phrase('Try Again')}</Button>}
      >
        <strong>{phrase('Your changes could not be sent.')}</strong> {phrase('They are still here.')}
      </FormNotice>
    )
  return null
}

/** Offers to copy changes that cannot be saved in the article. */
function Unsaved({ editor: { session, values }, onCopied, children }: Props & { children: ReactNode }) {
  const { data: account } = useQuery(accountQuery)
  const [isBusy, setIsBusy] = useState(false)

  async function saveCopy() {
    setIsBusy(true)
    try {
      onCopied(await copyDraft(session))
    } catch (error) {
      showFailure(error, phrase('Failed to create article'))
    }
    setIsBusy(false)
  }

  const text = [values.title, values.summary, ...htmlBlocks(values.content)].filter(Boolean).join('\n\n')

  return (
    <FormNotice
      isFailure
      actions={
        <>
          <Button onClick={() => void copyText(text)}>{phrase('Copy Text')}</Button>
          {account && hasCapability(account, 'article.write') && (
            <Button isBusy={isBusy} onClick={saveCopy}>
              {phrase('Save as New Article')}
            </Button>
          )}
        </>
      }
    >
      {children}
    </FormNotice>
  )
}

/** @returns the id of the new article */
async function copyDraft({ owner, client, editor }: EditorSession): Promise<string> {
  const id = crypto.randomUUID()
  const empty = inEditor(editor, createEmptyDocument())
  const steps = changesTo(empty, editor.state.doc).steps.map((step) => step.toJSON())
  const batch = { client: crypto.randomUUID(), batch: 1, base: 0, seen: 0, steps, isNew: true }
  const outcome = await createDraftTransport(id, owner).append(batch)
  if (outcome.kind !== 'appended') throw new Error(`The copy was not stored: ${outcome.kind}`)
  await storedDocuments.remove(client)
  return id
}

/** Offers to restore text that others deleted while the person was editing it. */
function LostTexts({ editor: { session } }: { editor: ArticleEditorState }) {
  const lost = useSyncExternalStore(session.subscribe, session.getLost, session.getLost)
  const { data: staff } = useQuery(staffQuery)
  return lost.map((one) => (
    <FormNotice
      key={lost.indexOf(one)}
      isFailure
      actions={
        <>
          <Button onClick={() => restoreText(session, one)}>{phrase('Restore')}</Button>
          <Button onClick={() => void copyText(one.text)}>{phrase('Copy')}</Button>
          <Button onClick={() => void session.dismissLost(one)}>{phrase('Dismiss')}</Button>
        </>
      }
    >
      <p>
        <strong>
          {phrase('{name} deleted the paragraph that you were writing in.', {
            name: staff?.find(({ id }) => id === one.by)?.name ?? phrase('Someone else'),
          })}
        </strong>{' '}
        {phrase('You had written:')}
      </p>
      <blockquote dir="auto" className="mt-2 border-l-2 border-rule pl-3 wrap-anywhere whitespace-pre-wrap">
        {one.text}
      </blockquote>
    </FormNotice>
  ))
}

/** Inserts the text at the caret, in paragraphs of their own. */
function restoreText(session: EditorSession, lost: LostText): void {
  const { tiptap } = session.editor
  if (partAt(tiptap.state).name !== 'body') focusPart(session.editor, 'content')
  tiptap
    .chain()
    .focus()
    .insertContent(
      lost.text
        .split('\n')
        .map((text) => ({ type: 'paragraph', content: text ? [{ type: 'text', text }] : [] })),
    )
    .run()
  void session.dismissLost(lost)
}
