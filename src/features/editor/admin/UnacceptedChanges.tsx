import { Node } from '@tiptap/pm/model'
import type { StepMap } from '@tiptap/pm/transform'
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { compareDocuments, type Difference } from '#features/drafts/rules/compare-documents.ts'
import { DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { copyText } from '#ui/admin/copy-text.ts'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { FormNotice } from '#ui/admin/forms/FormNotices.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import type { StoredDocument } from '#ui/admin/stored-documents.ts'
import { editDocument, inEditor } from './article-editor.ts'
import type { ArticleEditorState } from './useArticleEditor.ts'

type Props = { editor: ArticleEditorState }

/** Offers texts of this device that the server has not accepted, such as those of a device that was offline too long. */
export function UnacceptedChanges({ editor }: Props) {
  const { session } = editor
  const unaccepted = useSyncExternalStore(session.subscribe, session.getUnaccepted, session.getUnaccepted)
  return unaccepted.map((stored) => <StoredChanges key={stored.client} editor={editor} stored={stored} />)
}

function StoredChanges({ editor, stored }: Props & { stored: StoredDocument }) {
  const { session, isReadOnly } = editor
  const [isComparing, setIsComparing] = useState(false)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const forget = () => void session.forgetUnaccepted(stored)
  return (
    <FormNotice
      isFailure
      actions={
        <>
          <Button onClick={() => setIsComparing(true)}>{phrase('Compare')}</Button>
          <Button onClick={() => setIsDiscarding(true)}>{phrase('Discard')}</Button>
        </>
      }
    >
      <strong>{phrase('This device has changes that could not be added to the article.')}</strong>{' '}
      {phraseParts('You made them {time}.', {
        time: <Moment key="time" isPhrase at={new Date(stored.savedAt).toISOString()} />,
      })}{' '}
      {isReadOnly
        ? phrase('You can copy them.')
        : phrase('Compare them with the article, and choose what to keep.')}
      {isComparing && (
        <ComparisonDialog
          editor={editor}
          stored={stored}
          onClose={() => setIsComparing(false)}
          onDone={forget}
        />
      )}
      <ConfirmDialog
        title={phrase('Discard the changes on this device?')}
        text={phrase('They cannot be restored.')}
        confirmLabel={phrase('Discard')}
        isDangerous
        isOpen={isDiscarding}
        onConfirm={forget}
        onCancel={() => setIsDiscarding(false)}
      />
    </FormNotice>
  )
}

type DialogProps = Props & { stored: StoredDocument; onClose: () => void; onDone: () => void }

function ComparisonDialog({ editor: { session, isReadOnly }, stored, onClose, onDone }: DialogProps) {
  const { editor } = session
  const [present] = useState(editor.state.doc)
  const since = useRef<StepMap[]>([])
  useEffect(
    () =>
      editor.onTransaction(({ docChanged, mapping }) => {
        if (docChanged) since.current.push(...mapping.maps)
      }),
    [editor],
  )
  const { differences, merge } = useMemo(
    () => compareDocuments(present, inEditor(editor, Node.fromJSON(DRAFT_SCHEMA, stored.document))),
    [editor, present, stored],
  )
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())

  function choose(index: number, isOther: boolean) {
    const next = new Set(chosen)
    if (isOther) next.add(index)
    else next.delete(index)
    setChosen(next)
  }

  const changedText = differences.flatMap(({ other }) => other || []).join('\n\n')

  function apply() {
    editDocument(editor, present, merge(chosen), since.current)
    onDone()
  }

  return (
    <Dialog title={phrase('Changes on this device')} isOpen isWide onClose={onClose}>
      <div className="flex flex-col gap-4">
        {differences.length === 0 && <p>{phrase('The article has the same text.')}</p>}
        {differences.map((difference, index) => (
          <Choice
            // biome-ignore lint/suspicious/noArrayIndexKey: differences are in a fixed order
            key={index}
            difference={difference}
            isOther={chosen.has(index)}
            isReadOnly={isReadOnly}
            onChange={(isOther) => choose(index, isOther)}
          />
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          {differences.length > 0 && (
            <Button onClick={() => void copyText(changedText)}>{phrase('Copy Text')}</Button>
          )}
          {!isReadOnly && (
            <>
              <Button onClick={onClose}>{phrase('Cancel')}</Button>
              <Button variant="primary" data-confirm disabled={chosen.size === 0} onClick={apply}>
                {phrase('Apply')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

type ChoiceProps = {
  difference: Difference
  isOther: boolean
  isReadOnly: boolean
  onChange: (isOther: boolean) => void
}

function Choice({ difference: { label, one, other }, isOther, isReadOnly, onChange }: ChoiceProps) {
  const name = useId()
  const options = [
    { source: phrase('In the article'), text: one, isChosen: !isOther },
    { source: phrase('On this device'), text: other, isChosen: isOther },
  ]
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-13 font-semibold">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map(({ source, text, isChosen }, index) => (
          <label key={source} className="flex cursor-pointer gap-3 border border-rule p-2">
            <input
              type="radio"
              name={name}
              checked={isChosen}
              disabled={isReadOnly}
              onChange={() => onChange(index === 1)}
              className="mt-1 size-4 shrink-0 accent-ink"
            />
            <span className="min-w-0 grow">
              <span className="block text-13 text-muted">{source}</span>
              <span dir="auto" className="block max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
                {text || <span className="text-muted">{phrase('(empty)')}</span>}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
