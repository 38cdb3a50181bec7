import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FETCH_ERROR } from '#features/articles/rules/fetch-error.ts'
import { CATEGORIES } from '#kernel/category.ts'
import { Button } from '#ui/office/Button.tsx'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { LoadError, loadError } from '#ui/office/LoadError.tsx'
import { SaveBar } from '#ui/office/SaveBar.tsx'
import { Select } from '#ui/office/Select.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/office/UnsavedChangesGuard.tsx'
import { draftQuery } from '../newsroom.functions.ts'
import { ARTICLE_LABELS, type ArticleField, EMPTY_ARTICLE } from '../rules/article-form.ts'
import type { Draft } from '../server/find-draft.server.ts'
import { ArticlePreview } from './ArticlePreview.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { ContentField } from './ContentField.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import { ImageField } from './ImageField.tsx'
import { type BaseArticle, useArticleEditor } from './useArticleEditor.ts'
import { useImageUpload } from './useImageUpload.ts'
import { useLeadImageOffer } from './useLeadImageOffer.ts'

type Handlers = { onSaved: () => void; onCancel: () => void }

export function ArticleEditor({ article, ...handlers }: { article: string | 'new' } & Handlers) {
  return article === 'new' ? <NewArticle {...handlers} /> : <StoredArticle id={article} {...handlers} />
}

function NewArticle(handlers: Handlers) {
  const [id] = useState(() => crypto.randomUUID())
  return <EditorForm initial={{ id, form: EMPTY_ARTICLE, version: null }} {...handlers} />
}

function StoredArticle({ id, ...handlers }: { id: string } & Handlers) {
  const query = useQuery(draftQuery(id))
  const { data } = query
  // The editor detects outdated cached data by its version.
  const [initial, setInitial] = useState(data)
  if (!initial && data) setInitial(data)
  if (data === undefined && !loadError(query))
    return (
      <p role="status" className="py-12 text-center text-muted">
        Loading article...
      </p>
    )
  if (!initial && loadError(query)) return <LoadError query={query} text={FETCH_ERROR} />
  if (!initial)
    return (
      <EmptyState
        title="Article not found"
        text="It may have been deleted."
        action={<Button onClick={handlers.onCancel}>Back to the list</Button>}
      />
    )
  return <EditorForm initial={initial} stored={data ?? null} {...handlers} />
}

type FormProps = { initial: BaseArticle; stored?: Draft | null } & Handlers

function EditorForm({ initial, stored, onSaved, onCancel }: FormProps) {
  const editor = useArticleEditor({ initial, stored, onSaved })
  const { form, values, base, conflict, save } = editor
  const isNew = base.version === null
  const setImageUrl = (url: string) => form.setValue('imageUrl', url, { shouldValidate: true })
  const imageUpload = useImageUpload(setImageUrl)
  const imageOffer = useLeadImageOffer((image) => void imageUpload.upload(image))
  const storedImage = base.image
    ? { id: base.id, imageUrl: base.form.imageUrl, key: base.image.key }
    : undefined
  useSaveShortcut(save, conflict !== undefined)

  const field = (name: ArticleField) => ({ label: ARTICLE_LABELS[name], ...form.field(name) })
  const { error: _, ...isBreaking } = field('isBreaking')
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,40rem)_minmax(20rem,1fr)] xl:items-start">
      <form
        noValidate
        onSubmit={save}
        {...imageOffer.handlers}
        aria-label="Article"
        className="sheet flex min-w-0 flex-col gap-4 p-4 md:p-5 [&_:is(input,select,textarea,button)]:scroll-mb-24"
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
          isBusy={editor.isSaving}
          label={isNew ? 'Create Article' : 'Update Article'}
        >
          {!isNew && <Button onClick={onCancel}>Cancel</Button>}
        </SaveBar>
      </form>
      <ArticlePreview
        form={values}
        id={storedImage?.imageUrl === values.imageUrl ? storedImage.id : undefined}
      />
      {conflict && (
        <ConflictDialog
          base={base.form}
          mine={values}
          other={conflict}
          onSave={editor.saveMerged}
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

type FeedNoteProps = { feed: string | null | undefined; isTextChanged: boolean }

function FeedNote({ feed, isTextChanged }: FeedNoteProps) {
  if (!feed) return null
  return (
    <p className="text-13 text-muted">
      {isTextChanged
        ? `Once you save, the feed “${feed}” no longer updates this article.`
        : `The feed “${feed}” updates this text until you change it.`}
    </p>
  )
}

function useSaveShortcut(save: () => Promise<void>, isDisabled: boolean) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (!isDisabled) void save()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [save, isDisabled])
}
