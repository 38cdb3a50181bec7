import type { ReactNode } from 'react'
import { CategoryOptions } from '#features/categories/admin/CategoryOptions.tsx'
import {
  ARTICLE_FIELDS,
  type ArticleField,
  type ArticleForm,
  FIELD_NAMES,
  fieldOf,
  isFieldOfType,
} from '#features/drafts/rules/article-fields.ts'
import { LibraryImageField } from '#features/media/admin/LibraryImageField.tsx'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { currentCategory } from '#kernel/category-lists.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Select } from '#ui/admin/forms/Select.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { SettingsSection } from '#ui/admin/SettingsSection.tsx'
import type { ArticleEditor } from './article-editor.ts'
import { BreakingField } from './BreakingField.tsx'
import { BylineField } from './BylineField.tsx'
import { ImageField, type StoredImage } from './ImageField.tsx'
import { LanguageField } from './LanguageField.tsx'
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
  const { category, imageAlt, isUnlisted, socialImage } = useFields(editor)
  const isImageDecorative = imageAlt === ''
  const imageUrl = useTextField(editor, 'imageUrl')
  const field = (name: ArticleField) => ({ label: ARTICLE_FIELDS[name].label(), error: errors[name] })
  const sectionOf = (section: 'Article' | 'Image' | 'Source' | 'Search and social', title: string) => {
    const names = FIELD_NAMES.filter((name) => fieldOf(name).section === section)
    return {
      section: { title, isOpened: names.some((name) => errors[name]) },
      texts: names
        .filter((name) => name !== 'title' && name !== 'author' && isFieldOfType(name, 'line', 'url'))
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
  const article = sectionOf('Article', phrase('Article'))
  const image = sectionOf('Image', phrase('Image'))
  const source = sectionOf('Source', phrase('Source'))
  const search = sectionOf('Search and social', phrase('Search and social'))
  return (
    <fieldset disabled={isReadOnly} className="min-w-0">
      <SettingsSection {...article.section}>
        <Select
          name="category"
          value={currentCategory(category)}
          onChange={({ target }) => changeFields(editor, { category: target.value })}
          {...field('category')}
        >
          <CategoryOptions current={category} />
        </Select>
        <BylineField editor={editor} isFromFeed={Boolean(stored?.feed)} author={field('author')} />
        <LanguageField editor={editor} error={errors.language} />
        {article.texts}
        <BreakingField editor={editor} published={stored?.breaking ?? null} />
      </SettingsSection>
      {topics && <SettingsSection title={phrase('Topics')}>{topics}</SettingsSection>}
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
              help={phrase('What the image shows, for people who cannot see it.')}
              {...field('imageAlt')}
            />
            <Switch
              name="isImageDecorative"
              label={phrase('Decorative Image')}
              help={phrase('Screen readers skip it.')}
              checked={isImageDecorative}
              onChange={({ target }) => changeFields(editor, { imageAlt: target.checked ? '' : null })}
            />
            {image.texts}
          </>
        )}
      </SettingsSection>
      <SettingsSection {...source.section}>{source.texts}</SettingsSection>
      <SettingsSection {...search.section}>
        <p className="text-13 text-muted">
          {phrase(
            'Empty fields are filled from the article. Enter a canonical URL if the text was first published on another site.',
          )}
        </p>
        {search.texts}
        <LibraryImageField
          label={ARTICLE_FIELDS.socialImage.label()}
          ratio="3:2"
          help={phrase('Shown in link previews at 1200 × 630 pixels, instead of the lead image.')}
          value={socialImage ?? ''}
          error={errors.socialImage}
          onChange={(address) => changeFields(editor, { socialImage: address || null })}
        />
        <Switch
          name="isUnlisted"
          label={ARTICLE_FIELDS.isUnlisted.label()}
          help={phrase('The article stays on the site, but not in sitemaps.')}
          checked={isUnlisted === true}
          onChange={({ target }) => changeFields(editor, { isUnlisted: target.checked || null })}
        />
      </SettingsSection>
    </fieldset>
  )
}
