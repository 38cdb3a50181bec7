import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCapability } from '#features/access/admin/useCapability.ts'
import type { NotePassages, PassageRequest } from '#features/collaboration/admin/note-passages.ts'
import { AssignmentPanel } from '#features/desk/admin/AssignmentPanel.tsx'
import { ARTICLE_FIELDS } from '#features/drafts/rules/article-fields.ts'
import { NotesPanel } from '#features/notes/admin/NotesPanel.tsx'
import { notesQuery } from '#features/notes/notes.functions.ts'
import { PublishCheckPanel } from '#features/publishing/admin/PublishCheckPanel.tsx'
import { useWritingPreferences } from '#features/publishing/admin/useWritingPreferences.ts'
import { WithdrawalPanel } from '#features/publishing/admin/WithdrawalPanel.tsx'
import { newsroomSettingsQuery } from '#features/publishing/publishing.functions.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { formatCount } from '#kernel/format-count.ts'
import { countWords, readingMinutes, readingTimeLabel } from '#kernel/reading-time.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'
import { SaveBar } from '#ui/admin/forms/SaveBar.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { focusScreen } from '#ui/admin/keep-focus.ts'
import { SettingsSection } from '#ui/admin/SettingsSection.tsx'
import { useKeyboardHeight } from '#ui/admin/useKeyboardHeight.ts'
import { useMediaQuery } from '#ui/admin/useMediaQuery.ts'
import { ArticlePreview } from './ArticlePreview.tsx'
import { ArticleSettings } from './ArticleSettings.tsx'
import { DraftBar } from './DraftBar.tsx'
import { type DraftDialogName, DraftDialogs } from './DraftDialogs.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import { EditorPanel, PANEL_ID } from './EditorPanel.tsx'
import { FeedNote } from './FeedNote.tsx'
import { focusPart } from './article-editor.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { RichTextEditor } from './RichTextEditor.tsx'
import { changeFields } from './SharedFields.tsx'
import { firstPublication } from './send-save.ts'
import { TopicsPanel } from './TopicsPanel.tsx'
import { useArticleEditor } from './useArticleEditor.ts'
import type { EditorSession } from './useDraftSession.ts'
import { useImageUpload } from './useImageUpload.ts'
import { useLeadImageOffer } from './useLeadImageOffer.ts'

/** Too narrow for the text beside the settings. */
const NARROW = '(width < 80rem)'

type Props = {
  session: EditorSession
  stored: Draft | undefined
  isDeleted: boolean
  onStored: (id: string) => void
  onPublished: () => void
  onCopied: (id: string) => void
  onCancel: () => void
}

export function EditorForm({ session, stored, onCopied, onCancel, ...props }: Props) {
  const isNarrow = useMediaQuery(NARROW)
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const editor = useArticleEditor({
    session,
    stored,
    ...props,
    onInvalid: (field) => ARTICLE_FIELDS[field].section !== 'Text' && flushSync(() => setIsPanelOpen(true)),
  })
  const { form, values, state, isReadOnly, isGone } = editor
  const { id } = session
  const [dialog, setDialog] = useState<DraftDialogName>()
  const { data: settings } = useQuery(newsroomSettingsQuery)
  const setImageUrl = (imageUrl: string) => changeFields(session.editor, { imageUrl, imageAlt: null })
  const imageUpload = useImageUpload(setImageUrl)
  const imageOffer = useLeadImageOffer((image) => void imageUpload.upload(image))
  const storedImage =
    stored?.image && stored.isImagePublished
      ? { id, imageUrl: stored.form.imageUrl, key: stored.image.key }
      : undefined
  const saveDraft = () => void editor.submit({ kind: 'save' })
  const lead = { stored: storedImage, upload: imageUpload, onRemove: () => setImageUrl('') }
  const { preferences } = useWritingPreferences()
  const formId = useId()
  useKeyboardHeight()
  usePanelRequests(session.passages, setIsPanelOpen)
  useNotePassages(session)
  useEditable(session, isReadOnly)
  useFirstFocus(session, stored === undefined)
  usePageTitle(`${values.title || (stored ? 'Untitled' : 'New article')} | Admin`)

  // Without the settings, derived from the article's actions.
  const isApprovalNeeded = settings?.requiresSecondPerson ?? stored?.actions.includes('publish') === false
  const canPublish = useCapability()('article.publish')
  const primary = choosePrimaryAction(stored, editor.isChanged, { isApprovalNeeded, canPublish })

  const label = primary === 'publish' ? publishLabel(stored) : PRIMARY_LABELS[primary]

  function runPrimary() {
    const isFirst = primary === 'publish' && !stored?.publishedAt
    if (isFirst && preferences?.asksBeforePublishing === false) void editor.submit(firstPublication(stored))
    else openPrimary()
  }

  /** Saves or opens a dialog: a key pressed by mistake must not publish. */
  function openPrimary() {
    if (primary === 'save') saveDraft()
    else if (primary === 'submit') form.validate({ isComplete: false }) && setDialog('submit')
    else if (form.validate({ isComplete: true })) setDialog(stored?.publishedAt ? 'update' : 'publish')
  }

  const hasActions = !isReadOnly && !isGone
  const isShortcutDisabled = !hasActions || dialog !== undefined
  useShortcuts({ s: saveDraft, enter: openPrimary }, isShortcutDisabled, formId)

  const settingsButton = isNarrow && (
    <Button
      aria-haspopup="dialog"
      aria-expanded={isPanelOpen}
      aria-controls={PANEL_ID}
      onClick={() => setIsPanelOpen(true)}
    >
      <SlidersHorizontal aria-hidden size={16} />
      Settings
    </Button>
  )

  const publishCheck = <PublishCheckPanel id={id} form={values} />
  return (
    <div className="sheet">
      <DraftBar editor={editor} stored={stored} primary={primary} onOpen={setDialog} onDeleted={onCancel} />
      <div
        {...imageOffer.handlers}
        className="flex flex-col gap-4 p-4 md:gap-5 md:p-5 [&_:is(input,select,textarea,button)]:scroll-mb-24"
      >
        <EditorNotices editor={editor} onCopied={onCopied} />
        <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_21rem]">
          <div className="mx-auto flex w-full max-w-[42rem] min-w-0 flex-col gap-4">
            <form
              id={formId}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                runPrimary()
              }}
              aria-label="Article"
              className="min-w-0"
            >
              <div className="flex flex-col gap-3">
                {stored && (
                  <FeedNote
                    editor={editor}
                    stored={stored}
                    image={storedImage}
                    onWithdraw={() => setDialog('withdraw')}
                  />
                )}
                <RichTextEditor editor={session.editor} isReadOnly={isReadOnly} errors={form.errors} />
              </div>
            </form>
            {/* Behind a closed sheet, nobody would see it before publishing. */}
            {isNarrow && publishCheck}
          </div>
          <EditorPanel isSheet={isNarrow} isOpen={isPanelOpen} onClose={() => setIsPanelOpen(false)}>
            <ArticleSettings
              editor={session.editor}
              stored={stored}
              isReadOnly={isReadOnly}
              values={values}
              errors={form.errors}
              lead={lead}
              topics={stored && !isGone && <TopicsPanel id={id} />}
            />
            {stored && !isGone && (
              <SettingsSection title="Assignment">
                <AssignmentPanel id={id} />
              </SettingsSection>
            )}
            {stored && !isGone && <WithdrawalPanel stored={stored} canPublish={canPublish} />}
            <NotesPanel session={session} isStored={stored !== undefined} />
            {!isNarrow && publishCheck}
            {stored && !isGone && <HistoryPanel id={id} />}
            <ArticlePreview
              form={values}
              shared={stored && !isGone ? { id, canEdit: !isReadOnly } : undefined}
              id={storedImage?.imageUrl === values.imageUrl ? storedImage.id : undefined}
            />
          </EditorPanel>
        </div>
        {hasActions ? (
          <SaveBar
            form={formId}
            isChanged
            changedText={<TextLength html={values.content} />}
            isBusy={editor.saving !== undefined}
            label={label}
            busyText={editor.saving === primary ? 'Saving...' : label}
          >
            {primary !== 'save' && (
              <Button
                isBusy={editor.saving !== undefined}
                busyText={editor.saving === 'save' ? 'Saving...' : PRIMARY_LABELS.save}
                title="Ctrl+S"
                onClick={saveDraft}
              >
                {PRIMARY_LABELS.save}
              </Button>
            )}
            {stored && <Button onClick={onCancel}>Cancel</Button>}
            {settingsButton}
          </SaveBar>
        ) : (
          <div>{settingsButton}</div>
        )}
      </div>
      {dialog && (
        <DraftDialogs
          name={dialog}
          editor={editor}
          stored={stored}
          image={storedImage}
          onClose={() => setDialog(undefined)}
        />
      )}
      <ConfirmDialog
        {...imageOffer.confirmation}
        title="Use this image as the lead image?"
        text={`Images in the text are not supported yet. ${values.imageUrl ? 'The current lead image would be replaced.' : 'An article can have one lead image.'}`}
        confirmLabel="Use as Lead Image"
      />
      <UnsavedChangesGuard
        isChanged={(state.isStorageFailed && state.kind !== 'saved') || editor.isEditLost}
        parameter="article"
      />
    </div>
  )
}

const PRIMARY_LABELS = { submit: 'Submit for Review', save: 'Save Draft' }

/** A text that needs an approval or another person to publish it can only be submitted. */
function choosePrimaryAction(
  stored: Draft | undefined,
  isChanged: boolean,
  { isApprovalNeeded, canPublish }: { isApprovalNeeded: boolean; canPublish: boolean },
): 'publish' | 'submit' | 'save' {
  const isApproved = stored?.actions.includes('publish') && !isChanged
  if (canPublish && (isApproved || !isApprovalNeeded)) return 'publish'
  return stored?.status === 'in-review' || stored?.scheduled ? 'save' : 'submit'
}

/** Spec §2, Article manager. */
function publishLabel(stored: Draft | undefined): string {
  if (stored?.scheduled) return 'Publish Now'
  if (stored?.withdrawal) return 'Publish Again'
  return stored?.publishedAt ? 'Update Article' : 'Create Article'
}

function TextLength({ html }: { html: string }) {
  const deferred = useDeferredValue(html)
  const words = useMemo(() => countWords(deferred), [deferred])
  const minutes = readingMinutes(deferred)
  return (
    <>
      {formatCount(words, 'word')}
      {minutes > 1 && `, ${readingTimeLabel(minutes)}`}
    </>
  )
}

/** Synchronous, since the focus moves into the panel next. */
function usePanelRequests(passages: NotePassages, setIsOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    let handled: PassageRequest | undefined
    const unsubscribe = passages.subscribe(() => {
      const { requested } = passages.getState()
      if (!requested || requested === handled) return
      handled = requested
      flushSync(() => setIsOpen(requested.kind !== 'reveal'))
    })
    return () => void unsubscribe()
  }, [passages, setIsOpen])
}

/** @param actions by the key pressed with Ctrl or Command */
function useShortcuts(actions: Record<string, () => void>, isDisabled: boolean, formId: string) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const run = actions[event.key.toLowerCase()]
    if (!run || (event.key === 'Enter' && isInOtherForm(event.target, formId))) return
    event.preventDefault()
    // In rich text, Ctrl+Enter would insert a line break too.
    event.stopPropagation()
    if (!isDisabled) run()
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [])
}

/** Ctrl+Enter in the form of a note or in a dialog sends these. */
function isInOtherForm(target: EventTarget | null, formId: string): boolean {
  if (!(target instanceof Element)) return false
  const form = target.closest('form')
  return form
    ? form.id !== formId
    : target.closest(`:is([role=dialog], [role=alertdialog]):not(#${PANEL_ID})`) !== null
}

function useNotePassages({ id, passages }: EditorSession): void {
  const { data: notes } = useQuery(notesQuery(id))
  useEffect(() => {
    passages.setNotes(
      (notes ?? []).flatMap(({ id, anchor, quote, resolvedAt }) =>
        quote && !resolvedAt ? [{ id, anchor, quote }] : [],
      ),
    )
  }, [notes, passages])
}

/** Role and assignment may change while the editor is open. */
function useEditable({ editor: { tiptap } }: EditorSession, isReadOnly: boolean): void {
  useEffect(() => {
    if (tiptap.isEditable === isReadOnly) tiptap.setEditable(!isReadOnly, false)
  }, [tiptap, isReadOnly])
}

/** Focuses the headline of a new article, or the text of another one. On touch screens, the keyboard would cover it. */
function useFirstFocus({ editor, isReadOnly }: EditorSession, isNew: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the article is opened
  useEffect(() => {
    const { activeElement, body } = document
    const isTaken = activeElement?.closest('[data-screen] :is(input, select, textarea, [contenteditable])')
    if (isTaken || location.hash.startsWith('#note-')) return
    const isReading = isReadOnly || (!isNew && matchMedia('(pointer: coarse)').matches)
    if (!isReading) focusPart(editor, isNew ? 'title' : 'content')
    else if (activeElement === body) focusScreen()
  }, [])
}

/** Sets the title of the window while the component is shown. */
function usePageTitle(title: string): void {
  useEffect(() => {
    const { title: before } = document
    document.title = title
    return () => {
      // The next screen may have set its own.
      if (document.title === title) document.title = before
    }
  }, [title])
}
