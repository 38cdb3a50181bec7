import { useState } from 'react'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { withFeedText } from '#features/drafts/rules/article-form.ts'
import { decideFeedVersionFn } from '#features/publishing/publishing.functions.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { FormNotice } from '#ui/admin/forms/FormNotices.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import type { StoredImage } from './ImageField.tsx'
import { RevisionDifferences } from './RevisionDifferences.tsx'
import type { ArticleEditorState } from './useArticleEditor.ts'

const failure = () => phrase('Failed to update article')

type Props = {
  editor: ArticleEditorState
  stored: Draft
  image: StoredImage | undefined
  onWithdraw: () => void
}

/** Says whether a feed updates the text, and offers a newer version from the feed. */
export function FeedNotice({ editor, stored, image, onWithdraw }: Props) {
  const { feed, isHeld, newerFeedText, deletion } = stored
  if (!feed) return null
  return (
    <>
      <p className="text-13 text-muted">
        {isHeld && phrase('Held for review: readers see this text once it is published.')}{' '}
        <FeedState stored={stored} isTextChanged={editor.isFeedTextChanged} />{' '}
        {stored.isDateEstimated &&
          phrase('The feed gives no date for this article. Its time is an estimate.')}
      </p>
      {deletion && !editor.isGone && (
        <DeletedItem editor={editor} stored={stored} deletion={deletion} onWithdraw={onWithdraw} />
      )}
      {newerFeedText && !editor.isGone && (
        <NewerText
          key={newerFeedText.hash}
          editor={editor}
          stored={stored}
          image={image}
          offer={newerFeedText}
        />
      )}
    </>
  )
}

function FeedState({ stored, isTextChanged }: { stored: Draft; isTextChanged: boolean }) {
  const { feed, feedUpdates, isHeld } = stored
  const values = { name: <bdi key="name">{feed}</bdi> }
  if (feedUpdates === 'text' && !isTextChanged)
    return phraseParts('The feed “{name}” updates this text until you change it.', values)
  return feedUpdates === 'nothing' || isHeld
    ? phraseParts('Edits are kept; the feed “{name}” no longer updates this article.', values)
    : phraseParts(
        'Edits are kept; once they are published, the feed “{name}” no longer updates this article.',
        values,
      )
}

type DeletedItemProps = Pick<Props, 'editor' | 'stored' | 'onWithdraw'> & {
  deletion: NonNullable<Draft['deletion']>
}

function DeletedItem({ editor: { isReadOnly }, stored, deletion, onWithdraw }: DeletedItemProps) {
  const { id, actions } = stored
  const { run, isBusy } = useDraftAction()

  function dismiss() {
    run({
      send: (signal) =>
        decideFeedVersionFn({ data: { id, hash: deletion.hash, decision: 'dismiss' }, signal }),
      success: phrase('Notice dismissed'),
      failure: failure(),
    })
  }

  return (
    <div role="status" className="contents">
      <FormNotice
        actions={
          !isReadOnly && (
            <>
              {actions.includes('withdraw') && <Button onClick={onWithdraw}>{phrase('Withdraw')}</Button>}
              <Button isBusy={isBusy} onClick={dismiss}>
                {phrase('Dismiss')}
              </Button>
            </>
          )
        }
      >
        <strong>{phrase('The source has deleted this article')}</strong> <Moment isPhrase at={deletion.at} />.
      </FormNotice>
    </div>
  )
}

type NewerTextProps = Omit<Props, 'onWithdraw'> & { offer: NonNullable<Draft['newerFeedText']> }

function NewerText({ editor, stored: { id }, image, offer }: NewerTextProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { run, isBusy, error, cancel } = useDraftAction({ isInDialog: isOpen })
  const { isReadOnly, session, values } = editor

  function decide(decision: 'use' | 'dismiss') {
    run({
      async send(signal) {
        // The replaced text remains a revision, with the last edits.
        if (decision === 'use') await session.sync.flush()
        return decideFeedVersionFn({ data: { id, hash: offer.hash, decision }, signal })
      },
      success:
        decision === 'use'
          ? phrase('Text replaced with the feed’s version')
          : phrase('Newer version dismissed'),
      failure: failure(),
      onDone: () => setIsOpen(false),
    })
  }

  function close() {
    cancel()
    setIsOpen(false)
  }

  const dismiss = (
    <Button isBusy={isBusy} onClick={() => decide('dismiss')}>
      {phrase('Dismiss')}
    </Button>
  )
  return (
    <div role="status" className="contents">
      <FormNotice
        actions={
          <>
            <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
              {phrase('Show Differences')}
            </Button>
            {!isReadOnly && dismiss}
          </>
        }
      >
        {phraseParts('{fact} received {time}.', {
          fact: <strong key="fact">{phrase('The feed has a newer version of this article,')}</strong>,
          time: <Moment key="time" isPhrase at={offer.at} />,
        })}
        {isOpen && (
          <Dialog title={phrase('Newer version from the feed')} isOpen isWide onClose={close}>
            <div className="flex flex-col gap-3">
              <p className="text-14">{phrase('Your text compared with the feed’s version.')}</p>
              <RevisionDifferences before={values} after={withFeedText(values, offer.form)} image={image} />
              <p role="alert" className="text-14 font-semibold text-danger empty:hidden">
                {error}
              </p>
              {!isReadOnly && (
                <div className="flex flex-wrap items-center gap-3">
                  <Button isBusy={isBusy} onClick={() => decide('use')}>
                    {phrase('Use the Feed’s Version')}
                  </Button>
                  {dismiss}
                  <p className="text-13 text-muted">
                    {phrase(
                      'The feed’s text replaces yours, which remains a revision. Readers see it once you publish.',
                    )}
                  </p>
                </div>
              )}
            </div>
          </Dialog>
        )}
      </FormNotice>
    </div>
  )
}
