import {
  diffTexts,
  fieldText,
  shortenUnchanged,
  type TextPart,
} from '#features/drafts/rules/article-differences.ts'
import {
  ARTICLE_FIELDS,
  type ArticleField,
  type ArticleForm,
  FIELD_NAMES,
  isFieldOfType,
} from '#features/drafts/rules/article-fields.ts'
import { describeByline } from '#features/people/rules/byline.ts'
import { htmlBlocks } from '#kernel/text/html-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { formatZonedTime } from '#kernel/time/zoned-time.ts'
import { previewUrl, type StoredImage } from './ImageField.tsx'

type Props = {
  /** Null for the first revision. */
  before: ArticleForm | null
  after: ArticleForm
  image: StoredImage | undefined
}

export function RevisionDifferences({ before, after, image }: Props) {
  const changed = FIELD_NAMES.filter(
    (field) => after[field] !== (before ? before[field] : emptyValue(after[field])),
  )
  if (changed.length === 0)
    return <p className="text-13 text-muted">{phrase('No changes since the previous revision.')}</p>
  return (
    <>
      {!before && <p className="text-13 text-muted">{phrase('First version')}</p>}
      <dl className="flex flex-col gap-2">
        {changed.map((field) => {
          const [text, other] = comparedTexts(field, after[field], before?.[field])
          return (
            <div key={field}>
              <dt className="text-13 font-semibold">{ARTICLE_FIELDS[field].label()}</dt>
              <dd className="border border-rule p-2">
                {isFieldOfType(field, 'image', 'library-image') && (
                  <ImageDifference before={before?.[field] ?? ''} after={after[field] ?? ''} image={image} />
                )}
                <TextDiff before={before && other} after={text} />
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}

type ImageProps = { before: string; after: string; image: StoredImage | undefined }

function ImageDifference({ before, after, image }: ImageProps) {
  const shown = [
    { label: phrase('Before'), src: previewUrl(before, image) },
    { label: phrase('After'), src: previewUrl(after, image) },
  ]
  return (
    <div className="flex flex-wrap gap-3 pb-2 empty:hidden">
      {shown.map(
        ({ label, src }) =>
          src && (
            <figure key={label} className="text-13 text-muted">
              <img src={src} alt="" width={150} height={100} className="h-25 w-37.5 bg-wash object-cover" />
              <figcaption>{label}</figcaption>
            </figure>
          ),
      )}
    </div>
  )
}

type FieldValue = ArticleForm[ArticleField]

function emptyValue(value: FieldValue): FieldValue {
  if (value === null) return null
  return typeof value === 'boolean' ? false : ''
}

/** HTML is compared as text, unless only the markup differs. */
function comparedTexts(
  field: ArticleField,
  after: FieldValue,
  before: FieldValue | undefined,
): [string, string] {
  if (isFieldOfType(field, 'byline')) return [bylineText(after), bylineText(before)]
  if (isFieldOfType(field, 'instant')) return [instantText(after), instantText(before)]
  const source: [string, string] = [fieldText(after), before === undefined ? '' : fieldText(before)]
  if (!isFieldOfType(field, 'html')) return source
  const [text, other] = [prose(source[0]), prose(source[1])]
  return text === other ? source : [text, other]
}

function bylineText(value: FieldValue | undefined): string {
  return typeof value === 'string' ? describeByline(value) : ''
}

function instantText(value: FieldValue | undefined): string {
  return typeof value === 'string' ? formatZonedTime(value) : ''
}

function prose(html: string): string {
  return html.includes('<') ? htmlBlocks(html).join('\n\n') : html
}

/** @param before null if there is nothing to compare with */
function TextDiff({ before, after }: { before: string | null; after: string }) {
  if (!before && after === '') return <span className="text-13 text-muted">{phrase('(empty)')}</span>
  return (
    <span dir="auto" className="block max-h-60 overflow-y-auto text-13 wrap-anywhere whitespace-pre-wrap">
      {before === null
        ? after
        : diffTexts(before, after).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
            <Part key={index} {...part} />
          ))}
    </span>
  )
}

function Part({ value, added, removed }: TextPart) {
  if (removed) return <del className="text-danger">{value}</del>
  if (added) return <ins className="text-good">{value}</ins>
  return <span>{shortenUnchanged(value)}</span>
}
