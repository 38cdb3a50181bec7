import * as Y from 'yjs'
import {
  type ArticleField,
  type ArticleForm,
  EMPTY_ARTICLE,
  FIELD_NAMES,
  type FieldOfType,
  isFieldOfType,
} from '#features/drafts/rules/article-fields.ts'
import { articleDraftSchema } from '#features/drafts/rules/article-form.ts'
import { isSameText } from './is-same-text.ts'
import { cleanEditorHtml, richTextHtml } from './rich-text.ts'

/** Edited together, character by character. `html` is content edited as source. */
export type TextField = Exclude<ArticleField, ValueField | 'content'> | 'html'

type ValueField = FieldOfType<'category' | 'switch' | 'instant'>

type ContentMode = 'rich' | 'html'

export type DocumentValues = Pick<ArticleForm, ValueField> & {
  mode: ContentMode
  isImageDecorative: boolean
}

/** Fields that look the same in the document but are written differently from the stored text, such as plain text. */
export type SeedDifferences = Partial<Record<ArticleField, { seeded: string; stored: string }>>

const VALUE_FIELDS = FIELD_NAMES.filter(isValueField)
const TEXT_FIELDS = FIELD_NAMES.filter(isTextField)
const ROOTS = [...TEXT_FIELDS, 'html', 'content', 'values'] as const

/**
 * Creates an empty document. The names of its types contain its id, so that updates of other documents cannot change
 * it.
 *
 * @param documentId a UUID; each seed of a draft has a new one
 */
export function createDraftDocument(documentId: string): Y.Doc {
  return new Y.Doc({ guid: documentId })
}

export function rootNames(documentId: string): string[] {
  return ROOTS.map((name) => rootName(documentId, name))
}

/** Returns the content as rich text, in the nodes of admin/rich-text-document.ts. */
export function contentOf(doc: Y.Doc): Y.XmlFragment {
  return doc.getXmlFragment(rootName(doc.guid, 'content'))
}

export function textOf(doc: Y.Doc, field: TextField): Y.Text {
  return doc.getText(rootName(doc.guid, field))
}

export function readValues(doc: Y.Doc): DocumentValues {
  const values = valuesOf(doc)
  const read = (field: ValueField) =>
    articleDraftSchema.shape[field].safeParse(values.get(field)).data ?? EMPTY_ARTICLE[field]
  return {
    ...(Object.fromEntries(VALUE_FIELDS.map((field) => [field, read(field)])) as Pick<
      ArticleForm,
      ValueField
    >),
    mode: values.get('mode') === 'html' ? 'html' : 'rich',
    isImageDecorative: values.get('isImageDecorative') === true,
  }
}

/** Returns the type that `readValues` reads, to observe it. */
export function valuesOf(doc: Y.Doc): Y.Map<string | boolean | null> {
  return doc.getMap(rootName(doc.guid, 'values'))
}

export function writeValues(doc: Y.Doc, changes: Partial<DocumentValues>): void {
  const values = valuesOf(doc)
  const current: Partial<DocumentValues> = readValues(doc)
  doc.transact(() => {
    for (const [name, value] of Object.entries(changes))
      if (!values.has(name) || current[name as keyof DocumentValues] !== value) values.set(name, value)
  })
}

/** Reads the form, whose texts are not normalised and may exceed the limits of `draftFormSchema`. */
export function readForm(doc: Y.Doc): ArticleForm {
  const { mode, isImageDecorative, ...values } = readValues(doc)
  const text = (field: TextField) => textOf(doc, field).toString()
  const texts = TEXT_FIELDS.map((field) => [field, text(field) || EMPTY_ARTICLE[field]])
  return {
    ...(Object.fromEntries(texts) as Omit<ArticleForm, ValueField | 'content'>),
    ...values,
    content: mode === 'html' ? text('html') : readRichText(doc),
    imageAlt: isImageDecorative ? '' : text('imageAlt').trim() || null,
  }
}

function readRichText(doc: Y.Doc): string {
  const html = richTextHtml(contentOf(doc))
  // As in the editor, empty blocks are not text.
  const isEmpty = !html.includes('<br>') && html.replace(/<[^<>]*>/g, '') === ''
  return isEmpty ? '' : cleanEditorHtml(html)
}

/**
 * Writes all fields except rich text. Makes the smallest changes, which merge with others' edits.
 *
 * @param changes.content as HTML source; changes the mode
 */
export function writeForm(doc: Y.Doc, { content, imageAlt, ...fields }: Partial<ArticleForm>): void {
  const values: Partial<DocumentValues> = Object.fromEntries(
    VALUE_FIELDS.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]]])),
  )
  doc.transact(() => {
    for (const field of TEXT_FIELDS) {
      const text = field === 'imageAlt' ? undefined : fields[field]
      if (text !== undefined) replaceText(textOf(doc, field), text ?? '')
    }
    if (content !== undefined) replaceText(textOf(doc, 'html'), content)
    if (imageAlt !== undefined) writeImageAlt(doc, imageAlt)
    writeValues(doc, content === undefined ? values : { ...values, mode: 'html' })
  })
}

/** @param alt empty for a decorative image, null for none */
export function writeImageAlt(doc: Y.Doc, alt: string | null): void {
  doc.transact(() => {
    replaceText(textOf(doc, 'imageAlt'), alt ?? '')
    writeValues(doc, { isImageDecorative: alt === '' })
  })
}

export function replaceText(text: Y.Text, next: string): void {
  const current = text.toString()
  if (current === next) return
  const shorter = Math.min(current.length, next.length)
  let start = 0
  while (start < shorter && current[start] === next[start]) start += 1
  if (isInsidePair(current, start) || isInsidePair(next, start)) start -= 1
  let end = 0
  while (end < shorter - start && current.at(-1 - end) === next.at(-1 - end)) end += 1
  if (isInsidePair(current, current.length - end) || isInsidePair(next, next.length - end)) end -= 1
  const apply = () => {
    text.delete(start, current.length - end - start)
    text.insert(start, next.slice(start, next.length - end))
  }
  if (text.doc) text.doc.transact(apply)
  else apply()
}

/** Compares a new document's form with the stored form that seeded it. */
export function seedDifferences(seeded: ArticleForm, stored: ArticleForm): SeedDifferences {
  return Object.fromEntries(
    FIELD_NAMES.flatMap((field) => {
      const [one, other] = [seeded[field], stored[field]]
      const isDifferent = typeof one === 'string' && typeof other === 'string' && one !== other
      return isDifferent ? [[field, { seeded: one, stored: other }]] : []
    }),
  )
}

/** Whether editors see the stored texts, in other markup. Only the content has markup that the document changes. */
export function showSameTexts({ content, ...others }: SeedDifferences): boolean {
  return Object.keys(others).length === 0 && (!content || isSameText(content.seeded, content.stored))
}

/** Restores the stored texts of fields unedited since the document was created. */
export function withStoredTexts(form: ArticleForm, differences: SeedDifferences): ArticleForm {
  const unedited = FIELD_NAMES.flatMap((field) => {
    const difference = differences[field]
    return difference && form[field] === difference.seeded ? [[field, difference.stored]] : []
  })
  return { ...form, ...Object.fromEntries(unedited) }
}

function isValueField(name: ArticleField): name is ValueField {
  return isFieldOfType(name, 'category', 'switch', 'instant')
}

function isTextField(name: ArticleField): name is Exclude<TextField, 'html'> {
  return name !== 'content' && !isValueField(name)
}

function rootName(documentId: string, name: (typeof ROOTS)[number]): string {
  return `${name}@${documentId}`
}

/** Whether a position is between the two halves of a surrogate pair. */
function isInsidePair(text: string, position: number): boolean {
  const code = text.charCodeAt(position)
  return position > 0 && code >= 0xdc00 && code <= 0xdfff
}
