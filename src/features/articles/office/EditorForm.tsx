import { type ClipboardEvent, useEffect } from 'react'
import { CATEGORIES } from '#kernel/category.ts'
import { Button } from '#ui/office/Button.tsx'
import { SaveBar } from '#ui/office/SaveBar.tsx'
import { Select } from '#ui/office/Select.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/office/UnsavedChangesGuard.tsx'
import type { EditedArticle } from '../server/edit-article.server.ts'
import { ArticlePreview } from './ArticlePreview.tsx'
import { BodyField } from './BodyField.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import { ImageField } from './ImageField.tsx'
import { type Opened, useArticleEditing } from './useArticleEditing.ts'
import { useUpload } from './useUpload.ts'

type Props = {
  opened: Opened
  /** As it is stored now, where it is. */
  stored?: EditedArticle | null
  onSaved: () => void
  onCancel: () => void
}

/** The editor of an article (spec §2), with the article beside it as readers will see it. */
export function EditorForm({ opened, stored, onSaved, onCancel }: Props) {
  const editing = useArticleEditing({ opened, stored, onSaved })
  const { form, values, base, theirs, save } = editing
  const { register, setValue, formState } = form
  const isNew = base.version === null
  const setImage = (url: string) => setValue('imageUrl', url, { shouldValidate: true })
  const upload = useUpload(setImage)
  const storedImage = base.image
    ? { id: base.id, imageUrl: base.form.imageUrl, key: base.image.key }
    : undefined
  useSaveKey(save, theirs !== undefined)

  /** Office programs put an image of the text beside it: what holds text is pasted as text. */
  function paste(event: ClipboardEvent) {
    if (event.clipboardData.types.includes('text/plain')) return
    const [image] = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'))
    if (!image) return
    event.preventDefault()
    void upload.send(image)
  }

  const error = (field: keyof typeof values) => formState.errors[field]?.message
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,40rem)_minmax(20rem,1fr)] xl:items-start">
      <form
        noValidate
        onSubmit={save}
        onPaste={paste}
        aria-label="Article"
        className="sheet flex min-w-0 flex-col gap-4 p-4 md:p-5 [&_:is(input,select,textarea,button)]:scroll-mb-24"
      >
        <EditorNotices editing={editing} />
        <TextField label="Title" required error={error('title')} {...register('title')} />
        <Select label="Category" {...register('category')}>
          {CATEGORIES.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
        <TextField label="Author" error={error('author')} {...register('author')} />
        <TextField label="Source Name" error={error('sourceName')} {...register('sourceName')} />
        <TextArea
          label="Summary"
          rows={3}
          help="Plain text. Of HTML, only <strong>, <em>, <b>, <i> and <span> are kept."
          error={error('summary')}
          {...register('summary')}
        />
        <BodyField
          key={editing.edition}
          value={values.content}
          error={error('content')}
          onChange={(content) => setValue('content', content)}
        />
        <ImageField
          value={values.imageUrl}
          stored={storedImage}
          upload={upload}
          error={error('imageUrl')}
          input={register('imageUrl')}
          onRemove={() => setImage('')}
        />
        <TextField
          label="Source URL"
          type="url"
          dir="ltr"
          error={error('sourceUrl')}
          {...register('sourceUrl')}
        />
        <Switch
          label="Breaking News"
          help="Stands first on the home page and in the ticker."
          {...register('isBreaking')}
        />
        <SaveBar
          isChanged={editing.isChanged}
          isBusy={editing.isSaving}
          label={isNew ? 'Create Article' : 'Update Article'}
        >
          {!isNew && <Button onClick={onCancel}>Cancel</Button>}
        </SaveBar>
      </form>
      <ArticlePreview
        form={values}
        id={storedImage?.imageUrl === values.imageUrl ? storedImage.id : undefined}
      />
      {theirs && (
        <ConflictDialog
          base={base.form}
          mine={values}
          theirs={theirs}
          onSettle={editing.settle}
          onClose={editing.closeComparison}
        />
      )}
      <UnsavedChangesGuard
        isChanged={editing.isChanged}
        parameter="article"
        recovery="Your changes stay in this browser, and are offered to you when you come back to this article."
      />
    </div>
  )
}

/** Ctrl+S, and Cmd+S on a Mac, saves from wherever the focus is. */
function useSaveKey(save: () => Promise<void>, isOff: boolean) {
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (!isOff) void save()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [save, isOff])
}
