import type { ReactNode } from 'react'
import type { DraftSession } from '#features/collaboration/admin/draft-session.ts'
import { writeValues } from '#features/collaboration/rules/draft-document.ts'
import { ARTICLE_LABELS, type ArticleField, type ArticleForm } from '#features/drafts/rules/article-form.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { CATEGORIES, type Category } from '#kernel/category.ts'
import { Select } from '#ui/admin/forms/Select.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { SettingsSection } from '#ui/admin/SettingsSection.tsx'
import { BreakingField } from './BreakingField.tsx'
import { ImageField, type StoredImage } from './ImageField.tsx'
import { SharedTextField, useSharedText, useSharedValues } from './SharedFields.tsx'
import type { FieldErrors } from './useDraftForm.ts'
import type { ImageUpload } from './useImageUpload.ts'

type Props = {
  session: DraftSession
  stored: Draft | undefined
  isReadOnly: boolean
  values: ArticleForm
  errors: FieldErrors
  image: { stored: StoredImage | undefined; upload: ImageUpload; onRemove: () => void }
  topics: ReactNode
}

/** The fields other than the text (newsroom §4). */
export function ArticleSettings({ session, stored, isReadOnly, values, errors, image, topics }: Props) {
  const { doc } = session
  const { category, isImageDecorative } = useSharedValues(doc)
  const imageUrl = useSharedText(doc, 'imageUrl')
  const field = (name: ArticleField) => ({ label: ARTICLE_LABELS[name], error: errors[name] })
  const hasError = (...names: ArticleField[]) => names.some((name) => errors[name])
  return (
    <fieldset disabled={isReadOnly} className="min-w-0">
      <SettingsSection title="Article" isOpened={hasError('category', 'author', 'breakingUntil')}>
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
        <BreakingField doc={doc} published={stored?.breaking ?? null} />
      </SettingsSection>
      {topics && <SettingsSection title="Topics">{topics}</SettingsSection>}
      <SettingsSection title="Image" isOpened={hasError('imageUrl', 'imageAlt')}>
        <ImageField
          value={values.imageUrl}
          stored={image.stored}
          imageUpload={image.upload}
          field={{ ...field('imageUrl'), ...imageUrl }}
          onRemove={image.onRemove}
        />
        {values.imageUrl && (
          <>
            <SharedTextField
              doc={doc}
              field="imageAlt"
              disabled={isImageDecorative}
              help="What the image shows, for people who cannot see it."
              {...field('imageAlt')}
            />
            <Switch
              name="isImageDecorative"
              label="Decorative Image"
              help="Screen readers skip it."
              checked={isImageDecorative}
              onChange={({ target }) => writeValues(doc, { isImageDecorative: target.checked })}
            />
          </>
        )}
      </SettingsSection>
      <SettingsSection title="Source" isOpened={hasError('sourceName', 'sourceUrl')}>
        <SharedTextField doc={doc} field="sourceName" {...field('sourceName')} />
        <SharedTextField doc={doc} field="sourceUrl" type="url" dir="ltr" {...field('sourceUrl')} />
      </SettingsSection>
    </fieldset>
  )
}
