import { ARTICLE_FIELDS } from '#features/drafts/rules/article-fields.ts'
import { compareNames } from '#kernel/compare-names.ts'
import { toLanguageTag } from '#kernel/text/language-tag.ts'
import { languageOf } from '#kernel/text/languages.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { place } from '#kernel/time/place.ts'
import { Select } from '#ui/admin/forms/Select.tsx'
import type { ArticleEditor } from './article-editor.ts'
import { changeFields, useFields } from './SharedFields.tsx'

const LANGUAGES =
  'ar az bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gd gl gu he hi hr hu hy id is it ja ka kk kn ko lt lv mk ml mr ms mt nb ne nl nn pa pl pt ro ru sk sl so sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant'.split(
    ' ',
  )

/** Loaded after the place of the newspaper, which decides their order. */
const OWN_NAMES = LANGUAGES.map((tag) => ({ tag, name: ownName(tag) })).toSorted((a, b) =>
  compareNames(a.name, b.name),
)

/** The name of a language in that language, such as "Deutsch"; the tag if the browser does not know it. */
function ownName(tag: string): string {
  const name = new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** The language of an article whose language is not the newspaper's. */
export function LanguageField({ editor, error }: { editor: ArticleEditor; error: string | undefined }) {
  // The document may contain any text.
  const language = toLanguageTag(useFields(editor).language ?? '')
  const isListed = language === null || LANGUAGES.includes(language)
  return (
    <Select
      name="language"
      label={ARTICLE_FIELDS.language.label()}
      value={language ?? ''}
      onChange={({ target }) => changeFields(editor, { language: target.value || null })}
      error={error}
    >
      <option value="">
        {phrase('{ownName} (the newspaper’s)', { ownName: ownName(languageOf(place().locale)) })}
      </option>
      {!isListed && <option value={language}>{ownName(language)}</option>}
      {OWN_NAMES.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </Select>
  )
}
