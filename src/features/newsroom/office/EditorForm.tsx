import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCapability } from '#features/accounts/office/useCapability.ts'
import { CATEGORIES } from '#kernel/category.ts'
import { Button } from '#ui/office/Button.tsx'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { SaveBar } from '#ui/office/SaveBar.tsx'
import { Select } from '#ui/office/Select.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/office/UnsavedChangesGuard.tsx'
import { newsroomSettingsQuery } from '../newsroom.functions.ts'
import { ARTICLE_LABELS, type ArticleField } from '../rules/article-form.ts'
import type { Draft } from '../server/find-draft.server.ts'
import { ArticlePreview } from './ArticlePreview.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { ContentField } from './ContentField.tsx'
import { DraftBar } from './DraftBar.tsx'
import { type DraftDialogName, DraftDialogs } from './DraftDialogs.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import { ImageField } from './ImageField.tsx'
import { PublishCheckPanel } from './PublishCheckPanel.tsx'
import { type BaseArticle, useArticleEditor } from './useArticleEditor.ts'
import { useImageUpload } from './useImageUpload.ts'
import { useLeadImageOffer } from './useLeadImageOffer.ts'

type Props = {
  initial: BaseArticle
  stored: Draft | null | undefined
  onStored: (id: string) => void
  onPublished: () => void
  onCancel: () => void
}

export function EditorForm({ initial, stored, onStored, onPublished, onCancel }: Props) {
  const editor = useArticleEditor({ initial, stored, onStored, onPublished })
  const { form, values, base, conflict } = editor
  const [dialog, setDialog] = useState<DraftDialogName>()
  const { data: settings } = useQuery(newsroomSettingsQuery)
  const isNew = base.version === null
  const isFirst = !stored?.publishedAt && !stored?.withdrawal
  const setImageUrl = (url: string) => form.setValue('imageUrl', url, { shouldValidate: true })
  const imageUpload = useImageUpload(setImageUrl)
  const imageOffer = useLeadImageOffer((image) => void imageUpload.upload(image))
  const storedImage = base.image
    ? { id: base.id, imageUrl: base.form.imageUrl, key: base.image.key }
    : undefined
  const saveDraft = () => void editor.submit({ kind: 'save' })
  useSaveShortcut(saveDraft, conflict !== undefined)

  const isApprovalNeeded = settings?.requiresSecondPerson ?? false
  const canPublish = useCapability()('article.publish')
  const primary = choosePrimaryAction(stored, editor.isChanged, { isApprovalNeeded, canPublish })

  const label = primary === 'publish' ? publishLabel(stored) : PRIMARY_LABELS[primary]

  function runPrimary() {
    if (primary === 'save') saveDraft()
    else if (primary === 'submit') setDialog('submit')
    else if (stored?.publishedAt) void editor.validate(() => setDialog('update'))
    else void editor.submit({ kind: 'publish', isFirst, updateKind: 'update' })
  }

  const field = (name: ArticleField) => ({ label: ARTICLE_LABELS[name], ...form.field(name) })
  const { error: _, ...isBreaking } = field('isBreaking')
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,40rem)_minmax(20rem,1fr)] xl:items-start">
      <div className="sheet min-w-0">
        <DraftBar
          editor={editor}
          stored={stored ?? undefined}
          primary={primary}
          onOpen={setDialog}
          onDeleted={onCancel}
        />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            runPrimary()
          }}
          {...imageOffer.handlers}
          aria-label="Article"
          className="flex flex-col gap-4 p-4 md:p-5 [&_:is(input,select,textarea,button)]:scroll-mb-24"
        >
          <EditorNotices editor={editor} />
          <FeedNote feed={base.feed} isTextChanged={editor.isTextChanged} />
          <TextField required {...field('title')} />
          <Select {...field('category')}>
            {CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
          <TextField {...field('author')} />
          <TextField {...field('sourceName')} />
          <TextArea
            rows={3}
            help="Plain text. All HTML except <strong>, <em>, <b>, <i> and <span> is removed."
            {...field('summary')}
          />
          <ContentField
            key={editor.fillCount}
            value={values.content}
            error={form.formState.errors.content?.message}
            onChange={(content) => form.setValue('content', content)}
          />
          <ImageField
            value={values.imageUrl}
            stored={storedImage}
            imageUpload={imageUpload}
            field={field('imageUrl')}
            onRemove={() => setImageUrl('')}
          />
          <TextField type="url" dir="ltr" {...field('sourceUrl')} />
          <Switch help="Shown first on the home page and in the ticker." {...isBreaking} />
          <SaveBar
            isChanged={editor.isChanged}
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
            {!isNew && <Button onClick={onCancel}>Cancel</Button>}
          </SaveBar>
        </form>
        <PublishCheckPanel form={values} />
      </div>
      <ArticlePreview
        form={values}
        id={storedImage?.imageUrl === values.imageUrl ? storedImage.id : undefined}
      />
      {dialog && (
        <DraftDialogs
          name={dialog}
          editor={editor}
          stored={stored ?? undefined}
          onClose={() => setDialog(undefined)}
        />
      )}
      {conflict && (
        <ConflictDialog
          base={base.form}
          mine={values}
          other={conflict}
          onSave={(merged) => void editor.saveMerged(merged, conflict)}
          onClose={editor.closeComparison}
        />
      )}
      <ConfirmDialog
        {...imageOffer.confirmation}
        title="Use this image as the lead image?"
        text={`Images in the text are not supported yet. ${values.imageUrl ? 'The current lead image would be replaced.' : 'An article can have one lead image.'}`}
        confirmLabel="Use as Lead Image"
      />
      <UnsavedChangesGuard
        isChanged={editor.isChanged}
        parameter="article"
        recovery="Your changes stay in this browser. You can restore them when you return to this article."
      />
    </div>
  )
}

const PRIMARY_LABELS = { submit: 'Submit for Review', save: 'Save Draft' }

/** If a text needs an approval or another person to publish it, it can be submitted only. */
function choosePrimaryAction(
  stored: Draft | null | undefined,
  isChanged: boolean,
  { isApprovalNeeded, canPublish }: { isApprovalNeeded: boolean; canPublish: boolean },
): 'publish' | 'submit' | 'save' {
  const isApproved = stored?.actions.includes('publish') && !isChanged
  if (canPublish && (isApproved || !isApprovalNeeded)) return 'publish'
  return stored?.status === 'in-review' || stored?.scheduled ? 'save' : 'submit'
}

/** Spec §2, Article manager. */
function publishLabel(stored: Draft | null | undefined): string {
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
