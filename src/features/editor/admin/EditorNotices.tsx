import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as Y from 'yjs'
import { hasCapability, isSignedOutError } from '#features/access/rules/access.ts'
import { accountQuery } from '#features/accounts/session.functions.ts'
import type { DraftSession } from '#features/collaboration/admin/draft-session.ts'
import { createDraftTransport } from '#features/collaboration/admin/draft-transport.ts'
import { writeArticle } from '#features/collaboration/admin/rich-text-document.ts'
import { createDraftDocument } from '#features/collaboration/rules/draft-document.ts'
import { failureText } from '#kernel/failure-text.ts'
import { htmlBlocks } from '#kernel/html-text.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { Button } from '#ui/admin/Button.tsx'
import { FormNotice, FormNotices } from '#ui/admin/forms/FormNotices.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import type { ArticleEditorState } from './useArticleEditor.ts'

type Props = { editor: ArticleEditorState; onCopied: (id: string) => void }

export function EditorNotices({ editor, onCopied }: Props) {
  return (
    <FormNotices alert={<Problem editor={editor} onCopied={onCopied} />}>
      {editor.session.isReadOnly && !editor.isEditLost && (
        <FormNotice>
          You can read this article, but you cannot edit it. Ask an editor to assign it to you.
        </FormNotice>
      )}
      {isWaiting(editor) && (
        <FormNotice>
          <strong>{failureText(editor.state.error, 'Your changes could not be sent.')}</strong> What you typed
          is saved on this device and will be sent again.
        </FormNotice>
      )}
    </FormNotices>
  )
}

/** Edits stored on this device wait for the server. */
function isWaiting({ state, session }: ArticleEditorState): boolean {
  const isUnanswered = state.kind === 'retrying' && state.error instanceof RequestFailure
  return isUnanswered && !state.isStorageFailed && session.sync.hasUnsentEdits()
}

function Problem({ editor, onCopied }: Props) {
  const { failure, state, session } = editor
  const reasons = failure?.kind === 'refused' ? failure.reasons : state.reasons
  if (editor.isGone || failure?.kind === 'gone')
    return (
      <Unsaved editor={editor} onCopied={onCopied}>
        <strong>Someone else has deleted this article.</strong>{' '}
        {session.sync.hasUnsentEdits() ? 'Your changes are still here.' : 'Its text is still here.'}
      </Unsaved>
    )
  if (failure?.kind === 'signed-out' || isSignedOutError(state.error))
    return (
      <FormNotice isFailure>
        <strong>You have been signed out.</strong> Your changes are still here.{' '}
        <a href="/admin/login" target="_blank" rel="noopener" className="underline">
          Open the sign-in page
        </a>{' '}
        in a new tab, sign in, then save again.
      </FormNotice>
    )
  if (editor.isEditLost)
    return (
      <Unsaved editor={editor} onCopied={onCopied}>
        <strong>You can no longer edit this article.</strong> Your role or its assignment has changed. Your
        last changes are not saved, but they are still here.
      </Unsaved>
    )
  if (editor.isReadOnly && !session.isReadOnly)
    return (
      <FormNotice isFailure>
        <strong>You can no longer edit this article.</strong> Your role or its assignment has changed. Your
        changes are saved. Ask an editor to assign it to you.
      </FormNotice>
    )
  if (reasons)
    return (
      <FormNotice isFailure>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {state.kind === 'refused' && <p>Your changes were not sent. They are still here.</p>}
      </FormNotice>
    )
  if (failure)
    return (
      <FormNotice isFailure>
        <strong>Failed to save article. Please try again.</strong>
      </FormNotice>
    )
  if (state.isStorageFailed && session.sync.hasUnsentEdits())
    return (
      <FormNotice isFailure>
        <strong>This device cannot store your changes.</strong> Its storage is full or disabled. Do not close
        this page until they are saved.
      </FormNotice>
    )
  if (state.kind === 'retrying' && state.error instanceof Error && !(state.error instanceof RequestFailure))
    return (
      <FormNotice isFailure actions={<Button onClick={() => void session.sync.send()}>Try Again</Button>}>
        <strong>Your changes could not be sent.</strong> They are still here.
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
      showFailure(error, 'Failed to create article')
    }
    setIsBusy(false)
  }

  async function copyText() {
    const text = [values.title, values.summary, ...htmlBlocks(values.content)].filter(Boolean).join('\n\n')
    try {
      await navigator.clipboard.writeText(text)
      await showToast({ title: 'Text copied' })
    } catch {
      await showToast({ title: 'Failed to copy', text: 'Select the text and copy it.', isError: true })
    }
  }

  return (
    <FormNotice
      isFailure
      actions={
        <>
          <Button onClick={() => void copyText()}>Copy Text</Button>
          {account && hasCapability(account, 'article.write') && (
            <Button isBusy={isBusy} onClick={saveCopy}>
              Save as New Article
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
async function copyDraft({ owner, sync, readForm }: DraftSession): Promise<string> {
  const id = crypto.randomUUID()
  const doc = createDraftDocument(crypto.randomUUID())
  writeArticle(doc, readForm())
  const update = Y.encodeStateAsUpdate(doc)
  const outcome = await createDraftTransport(id, owner).append({ document: doc.guid, update, seedOf: null })
  if (outcome.kind !== 'appended') throw new Error(`The copy was not stored: ${outcome.kind}`)
  await sync.discard()
  return id
}
