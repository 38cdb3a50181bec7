import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCapability } from '#features/access/admin/useCapability.ts'
import type { NotePassages, PassageRequest } from '#features/collaboration/admin/note-passages.ts'
import { AssignmentPanel } from '#features/desk/admin/AssignmentPanel.tsx'
import { ARTICLE_FIELDS } from '#features/drafts/rules/article-fields.ts'
import { LivePanel } from '#features/live/admin/LivePanel.tsx'
import { NotesPanel } from '#features/notes/admin/NotesPanel.tsx'
import { notesQuery } from '#features/notes/notes.functions.ts'
import { HistoryPanel } from '#features/publishing/admin/HistoryPanel.tsx'
import { PublishCheckPanel } from '#features/publishing/admin/PublishCheckPanel.tsx'
import { useWritingPreferences } from '#features/publishing/admin/useWritingPreferences.ts'
import { WithdrawalPanel } from '#features/publishing/admin/WithdrawalPanel.tsx'
import { newsroomSettingsQuery } from '#features/publishing/publishing.functions.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { readFlag, storeFlag } from '#ui/admin/device-flag.ts'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { focusScreen } from '#ui/admin/keep-focus.ts'
import { SettingsSection } from '#ui/admin/SettingsSection.tsx'
import { useKeyboardHeight } from '#ui/admin/useKeyboardHeight.ts'
import { useMediaQuery } from '#ui/admin/useMediaQuery.ts'
import { ArticlePreview } from './ArticlePreview.tsx'
import { ArticleSettings } from './ArticleSettings.tsx'
import { focusPart } from './article-editor.ts'
import { actionLabels, DraftActions, type PrimaryAction } from './DraftActions.tsx'
import { DraftBar } from './DraftBar.tsx'
import { type DraftDialogName, DraftDialogs } from './DraftDialogs.tsx'
import { DraftNotices } from './DraftNotices.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import { EditorPage } from './EditorPage.tsx'
import { EditorPanel, PANEL_ID } from './EditorPanel.tsx'
import { FeedNotice } from './FeedNotice.tsx'
import { HtmlSourceDialog } from './HtmlSourceDialog.tsx'
import { RichTextEditor } from './RichTextEditor.tsx'
import { RichTextToolbar } from './RichTextToolbar.tsx'
import { changeFields } from './SharedFields.tsx'
import { firstPublication } from './send-save.ts'
import { TopicsPanel } from './TopicsPanel.tsx'
import { useArticleEditor } from './useArticleEditor.ts'
import type { EditorSession } from './useDraftSession.ts'
import { useImageUpload } from './useImageUpload.ts'
import { useLeadImageOffer } from './useLeadImageOffer.ts'

/** Too narrow for the text beside the settings. */
const NARROW = '(width < 80rem)'

/** The tools and the actions are under the thumb. */
const PHONE = '(width < 48rem)'

const COLUMN_CLOSED = 'masthead-editor-closed-settings'

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
  const isPhone = useMediaQuery(PHONE)
  const { isShown: isPanelShown, show: showPanel } = usePanel(isNarrow)
  const [isSourceOpen, setIsSourceOpen] = useState(false)
  const editor = useArticleEditor({
    session,
    stored,
    ...props,
    onInvalid: (field) => ARTICLE_FIELDS[field].section !== 'Text' && flushSync(() => showPanel(true)),
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
  usePanelRequests(session.passages, (isOpen) => (isOpen || isNarrow) && showPanel(isOpen))
  useNotePassages(session)
  useEditable(session, isReadOnly)
  useFirstFocus(session, stored === undefined)
  usePageTitle(
    phrase('{title} | Admin', {
      title: values.title || (stored ? phrase('Untitled') : phrase('New article')),
    }),
  )

  // Without the settings, derived from the article's actions.
  const isApprovalNeeded = settings?.requiresSecondPerson ?? stored?.actions.includes('publish') === false
  const canPublish = useCapability()('article.publish')
  const primary = choosePrimaryAction(stored, editor.isChanged, { isApprovalNeeded, canPublish })

  const label = primary === 'publish' ? publishLabel(stored) : actionLabels()[primary]

  function runPrimary() {
    const isFirst = primary === 'publish' && !stored?.publishedAt
    if (isFirst && preferences?.asksBeforePublishing === false) void editor.submit(firstPublication(stored))
    else openPrimary()
  }

  /** Saves or opens a dialog: a key pressed by mistake must not publish. */
  function openPrimary() {
    if (primary === 'save') saveDraft()
    else if (primary === 'approve') setDialog('approve')
    else if (primary === 'submit') form.validate({ isComplete: false }) && setDialog('submit')
    else if (form.validate({ isComplete: true })) setDialog(stored?.publishedAt ? 'update' : 'publish')
  }

  const hasActions = !isReadOnly && !isGone
  const isShortcutDisabled = !hasActions || dialog !== undefined
  useShortcuts({ s: saveDraft, enter: openPrimary }, isShortcutDisabled, formId)

  const publishCheck = <PublishCheckPanel id={id} form={values} />
  const actions = (
    <DraftActions
      editor={editor}
      stored={stored}
      formId={formId}
      isPhone={isPhone}
      primary={{ action: primary, label }}
      onSave={saveDraft}
      onOpen={setDialog}
      onSource={() => setIsSourceOpen(true)}
      onCancel={onCancel}
    />
  )
  const imageId = storedImage?.imageUrl === values.imageUrl ? storedImage.id : undefined
  return (
    <EditorPage
      bar={
        <>
          <DraftBar
            editor={editor}
            stored={stored}
            imageId={imageId}
            panel={{ isSheet: isNarrow, isOpen: isPanelShown, toggle: () => showPanel(!isPanelShown) }}
          />
          {!(isPhone && hasActions) && actions}
        </>
      }
    >
      <div {...imageOffer.handlers} className="editor-columns" data-panel={isPanelShown || undefined}>
        <div className="editor-document">
          <div className="editor-tools">
            {!isReadOnly && <RichTextToolbar editor={session.editor.tiptap} />}
            {isPhone && hasActions && actions}
          </div>
          <div className="editor-text">
            <EditorNotices editor={editor} onCopied={onCopied} />
            {stored && <DraftNotices stored={stored} values={values} />}
            {stored && (
              <FeedNotice
                editor={editor}
                stored={stored}
                image={storedImage}
                onWithdraw={() => setDialog('withdraw')}
              />
            )}
            <form
              id={formId}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                runPrimary()
              }}
              aria-label={phrase('Article')}
            >
              <RichTextEditor editor={session.editor} isReadOnly={isReadOnly} errors={form.errors} />
            </form>
            {/* Behind a closed panel, nobody would see it before publishing. */}
            {(isNarrow || !isPanelShown) && publishCheck}
          </div>
        </div>
        <EditorPanel isSheet={isNarrow} isOpen={isPanelShown} onClose={() => showPanel(false)}>
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
            <SettingsSection title={phrase('Assignment')}>
              <AssignmentPanel id={id} />
            </SettingsSection>
          )}
          {stored && !isGone && (
            <SettingsSection title={phrase('Live coverage')}>
              <LivePanel id={id} />
            </SettingsSection>
          )}
          {stored && !isGone && <WithdrawalPanel stored={stored} canPublish={canPublish} />}
          <NotesPanel session={session} isStored={stored !== undefined} />
          {!isNarrow && isPanelShown && publishCheck}
          {stored && !isGone && <HistoryPanel id={id} />}
          <ArticlePreview
            form={values}
            shared={stored && !isGone ? { id, canEdit: !isReadOnly } : undefined}
            id={imageId}
          />
        </EditorPanel>
      </div>
      {isSourceOpen && (
        <HtmlSourceDialog
          editor={session.editor}
          isReadOnly={isReadOnly}
          onClose={() => setIsSourceOpen(false)}
        />
      )}
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
        title={phrase('Use this image as the lead image?')}
        text={
          values.imageUrl
            ? phrase('To put it into the text, paste it there. The current lead image would be replaced.')
            : phrase('To put it into the text, paste it there.')
        }
        confirmLabel={phrase('Use as Lead Image')}
      />
      <UnsavedChangesGuard
        isChanged={(state.isStorageFailed && state.kind !== 'saved') || editor.isEditLost}
        parameter="article"
      />
    </EditorPage>
  )
}

/** Beside the text, the panel is open unless this device remembers that it was closed; the sheet opens on demand. */
function usePanel(isSheet: boolean) {
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const [isColumnClosed, setIsColumnClosed] = useState(() => readFlag(COLUMN_CLOSED))
  function show(isOpen: boolean): void {
    if (isSheet) setIsSheetOpen(isOpen)
    else {
      setIsColumnClosed(!isOpen)
      storeFlag(COLUMN_CLOSED, !isOpen)
    }
  }
  return { isShown: isSheet ? isSheetOpen : !isColumnClosed, show }
}

/** A text that needs an approval or another person to publish it can only be submitted. */
function choosePrimaryAction(
  stored: Draft | undefined,
  isChanged: boolean,
  { isApprovalNeeded, canPublish }: { isApprovalNeeded: boolean; canPublish: boolean },
): PrimaryAction {
  const isApproved = stored?.actions.includes('publish') && !isChanged
  if (canPublish && (isApproved || !isApprovalNeeded)) return 'publish'
  if (stored?.actions.includes('approve') && !isChanged) return 'approve'
  return stored?.status === 'in-review' || stored?.scheduled ? 'save' : 'submit'
}

/** Spec §2, Article manager. */
function publishLabel(stored: Draft | undefined): string {
  if (stored?.scheduled) return phrase('Publish Now')
  if (stored?.withdrawal) return phrase('Publish Again')
  return stored?.publishedAt ? phrase('Update Article') : phrase('Create Article')
}

/** Synchronous, since the focus moves into the panel next. */
function usePanelRequests(passages: NotePassages, onRequest: (isOpen: boolean) => void): void {
  const show = useEffectEvent(onRequest)
  useEffect(() => {
    let handled: PassageRequest | undefined
    const unsubscribe = passages.subscribe(() => {
      const { requested } = passages.getState()
      if (!requested || requested === handled) return
      handled = requested
      flushSync(() => show(requested.kind !== 'reveal'))
    })
    return () => void unsubscribe()
  }, [passages])
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

/** Ctrl+Enter in the form of a note or in a dialog submits that one instead. */
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
    const field = activeElement?.closest('[data-screen] :is(input, select, textarea, [contenteditable])')
    const isTaken = field && field !== editor.tiptap.view.dom
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
