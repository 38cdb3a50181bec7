import type { ReactNode } from 'react'
import {
  ARTICLE_FIELDS,
  type ArticleField,
  type ArticleForm,
  FIELD_NAMES,
  fieldOf,
  isFieldOfType,
} from '#features/drafts/rules/article-fields.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { CATEGORIES, type Category } from '#kernel/category.ts'
import { Select } from '#ui/admin/forms/Select.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { SettingsSection } from '#ui/admin/SettingsSection.tsx'
import type { ArticleEditor } from './article-editor.ts'
import { BreakingField } from './BreakingField.tsx'
import { ImageField, type StoredImage } from './ImageField.tsx'
import { changeFields, SharedTextField, useFields, useTextField } from './SharedFields.tsx'
import type { FieldErrors } from './useDraftForm.ts'
import type { ImageUpload } from './useImageUpload.ts'

type Props = {
  editor: ArticleEditor
  stored: Draft | undefined
  isReadOnly: boolean
  values: ArticleForm
  errors: FieldErrors
  lead: { stored: StoredImage | undefined; upload: ImageUpload; onRemove: () => void }
  topics: ReactNode
}

/** The fields other than the text (newsroom §4). */
export function ArticleSettings({ editor, stored, isReadOnly, values, errors, lead, topics }: Props) {
  const { category, imageAlt } = useFields(editor)
  const isImageDecorative = imageAlt === ''
  const imageUrl = useTextField(editor, 'imageUrl')
  const field = (name: ArticleField) => ({ label: ARTICLE_FIELDS[name].label, error: errors[name] })
  const sectionOf = (title: 'Article' | 'Image' | 'Source') => {
    const names = FIELD_NAMES.filter((name) => fieldOf(name).section === title)
    return {
      section: { title, isOpened: names.some((name) => errors[name]) },
      texts: names
        .filter((name) => name !== 'title' && isFieldOfType(name, 'line', 'url'))
        .map((name) => (
          <SharedTextField
            key={name}
            editor={editor}
            field={name}
            {...(isFieldOfType(name, 'url') && { type: 'url', dir: 'ltr' })}
            {...field(name)}
          />
        )),
    }
  }
  const [article, image, source] = [sectionOf('Article'), sectionOf('Image'), sectionOf('Source')]
  return (
    <fieldset disabled={isReadOnly} className="min-w-0">
      <SettingsSection {...article.section}>
        <Select
          name="category"
          value={category}
          onChange={({ target }) => changeFields(editor, { category: target.value as Category })}
          {...field('category')}
        >
          {CATEGORIES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        {article.texts}
        <BreakingField editor={editor} published={stored?.breaking ?? null} />
      </SettingsSection>
      {topics && <SettingsSection title="Topics">{topics}</SettingsSection>}
      <SettingsSection {...image.section}>
        <ImageField
          value={values.imageUrl}
          stored={lead.stored}
          imageUpload={lead.upload}
          field={{ ...field('imageUrl'), ...imageUrl }}
          onChoose={({ src, alt, isDecorative }) =>
            changeFields(editor, { imageUrl: src, imageAlt: isDecorative ? '' : alt || null })
          }
          onRemove={lead.onRemove}
        />
        {values.imageUrl && (
          <>
            <SharedTextField
              editor={editor}
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
              onChange={({ target }) => changeFields(editor, { imageAlt: target.checked ? '' : null })}
            />
            {image.texts}
          </>
        )}
      </SettingsSection>
      <SettingsSection {...source.section}>{source.texts}</SettingsSection>
    </fieldset>
  )
}
