import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCapability } from '#features/accounts/office/useCapability.ts'
import { CATEGORIES, type Category } from '#kernel/category.ts'
import { Button } from '#ui/office/Button.tsx'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { SaveBar } from '#ui/office/SaveBar.tsx'
import { Select } from '#ui/office/Select.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { UnsavedChangesGuard } from '#ui/office/UnsavedChangesGuard.tsx'
import { newsroomSettingsQuery } from '../newsroom.functions.ts'
import { ARTICLE_LABELS, type ArticleField } from '../rules/article-form.ts'
import { replaceText, textOf, writeValues } from '../rules/draft-document.ts'
import type { Draft } from '../server/find-draft.server.ts'
import { ArticlePreview } from './ArticlePreview.tsx'
import { ContentField } from './ContentField.tsx'
import { DraftBar } from './DraftBar.tsx'
import { type DraftDialogName, DraftDialogs } from './DraftDialogs.tsx'
import type { DraftSession } from './draft-session.ts'
import { EditorNotices } from './EditorNotices.tsx'
import { ImageField } from './ImageField.tsx'
import { PublishCheckPanel } from './PublishCheckPanel.tsx'
import { SharedTextArea, SharedTextField } from './SharedFields.tsx'
import { useArticleEditor } from './useArticleEditor.ts'
import { useImageUpload } from './useImageUpload.ts'
import { useLeadImageOffer } from './useLeadImageOffer.ts'
import { useSharedText } from './useSharedText.ts'
import { useSharedValues } from './useSharedValues.ts'

type Props = {
  session: DraftSession
  stored: Draft | undefined
  isDeleted: boolean
  onStored: (id: string) => void
  onPublished: () => void
  onCopied: (id: string) => void
  onCancel: () => void
}

export function EditorForm({ session, stored, onCopied, onCancel, ...props }: Props) {
  const editor = useArticleEditor({ session, stored, ...props })
  const { form, values, state } = editor
  const { id, doc, isReadOnly } = session
  const { category, isBreaking } = useSharedValues(doc)
  const imageUrl = useSharedText<HTMLInputElement>(doc, 'imageUrl')
  const [dialog, setDialog] = useState<DraftDialogName>()
  const { data: settings } = useQuery(newsroomSettingsQuery)
  const isFirst = !stored?.publishedAt && !stored?.withdrawal
  const setImageUrl = (url: string) => replaceText(textOf(doc, 'imageUrl'), url)
  const imageUpload = useImageUpload(setImageUrl)
  const imageOffer = useLeadImageOffer((image) => void imageUpload.upload(image))
  const storedImage =
    stored?.image && stored.isImagePublished
      ? { id, imageUrl: stored.form.imageUrl, key: stored.image.key }
      : undefined
  const saveDraft = () => editor.submit({ kind: 'save' })
  useSaveShortcut(saveDraft, isReadOnly)

  const isApprovalNeeded = settings?.requiresSecondPerson ?? false
  const canPublish = useCapability()('article.publish')
  const primary = choosePrimaryAction(stored, editor.isChanged, { isApprovalNeeded, canPublish })

  const label = primary === 'publish' ? publishLabel(stored) : PRIMARY_LABELS[primary]

  function runPrimary() {
    if (primary === 'save') saveDraft()
    else if (primary === 'submit') setDialog('submit')
    else if (!stored?.publishedAt) editor.submit({ kind: 'publish', isFirst, updateKind: 'update' })
    else if (form.validate({ isComplete: true })) setDialog('update')
  }

  const field = (name: ArticleField) => ({ label: ARTICLE_LABELS[name], error: form.errors[name] })
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,40rem)_minmax(20rem,1fr)] xl:items-start">
      <div className="sheet min-w-0">
        <DraftBar editor={editor} stored={stored} primary={primary} onOpen={setDialog} onDeleted={onCancel} />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            runPrimary()
          }}
          {...imageOffer.handlers}
          aria-label="Article"
          className="p-4 md:p-5"
        >
          <fieldset
            disabled={isReadOnly}
            className="flex min-w-0 flex-col gap-4 [&_:is(input,select,textarea,button)]:scroll-mb-24"
          >
            <EditorNotices editor={editor} onCopied={onCopied} />
            <FeedNote feed={stored?.feed} isTextChanged={editor.isTextChanged} />
            <SharedTextField doc={doc} field="title" required {...field('title')} />
            <Select
              name="category"
              value={category}
              onChange={({ target }) => writeValues(doc, { category: target.value as Category })}
              {...field('category')}
            >
              {CATEGORIES.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
            <SharedTextField doc={doc} field="author" {...field('author')} />
            <SharedTextField doc={doc} field="sourceName" {...field('sourceName')} />
            <SharedTextArea
              doc={doc}
              field="summary"
              rows={3}
              help="Plain text. All HTML except <strong>, <em>, <b>, <i> and <span> is removed."
              {...field('summary')}
            />
            <ContentField session={session} error={form.errors.content} />
            <ImageField
              value={values.imageUrl}
              stored={storedImage}
              imageUpload={imageUpload}
              field={{ ...field('imageUrl'), ...imageUrl }}
              onRemove={() => setImageUrl('')}
            />
            <SharedTextField doc={doc} field="sourceUrl" type="url" dir="ltr" {...field('sourceUrl')} />
            <Switch
              name="isBreaking"
              label={ARTICLE_LABELS.isBreaking}
              help="Shown first on the home page and in the ticker."
              checked={isBreaking}
              onChange={({ target }) => writeValues(doc, { isBreaking: target.checked })}
            />
            {!isReadOnly && (
              <SaveBar
                isChanged
                changedText=""
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
              </SaveBar>
            )}
          </fieldset>
        </form>
        <PublishCheckPanel form={values} />
      </div>
      <ArticlePreview
        form={values}
        id={storedImage?.imageUrl === values.imageUrl ? storedImage.id : undefined}
      />
      {dialog && (
        <DraftDialogs name={dialog} editor={editor} stored={stored} onClose={() => setDialog(undefined)} />
      )}
      <ConfirmDialog
        {...imageOffer.confirmation}
        title="Use this image as the lead image?"
        text={`Images in the text are not supported yet. ${values.imageUrl ? 'The current lead image would be replaced.' : 'An article can have one lead image.'}`}
        confirmLabel="Use as Lead Image"
      />
      <UnsavedChangesGuard isChanged={state.isStorageFailed && state.kind !== 'saved'} parameter="article" />
    </div>
  )
}

const PRIMARY_LABELS = { submit: 'Submit for Review', save: 'Save Draft' }

/** If a text needs an approval or another person to publish it, it can be submitted only. */
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

type FeedNoteProps = { feed: string | null | undefined; isTextChanged: boolean }

function FeedNote({ feed, isTextChanged }: FeedNoteProps) {
  if (!feed) return null
  return (
    <p className="text-13 text-muted">
      {isTextChanged
        ? `Once you publish, the feed “${feed}” no longer updates this article.`
        : `The feed “${feed}” updates this text until you change it.`}
    </p>
  )
}

function useSaveShortcut(save: () => void, isDisabled: boolean) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (!isDisabled) save()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [save, isDisabled])
}
