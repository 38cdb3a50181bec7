import { htmlBlocks } from '#kernel/html-text.ts'
import { fieldText } from '../rules/article-differences.ts'
import { ARTICLE_FIELDS, ARTICLE_LABELS, type ArticleField, type ArticleForm } from '../rules/article-form.ts'
import { TextDiff } from './TextDiff.tsx'

type Props = {
  /** Null for the first revision. */
  before: ArticleForm | null
  after: ArticleForm
}

export function RevisionDifferences({ before, after }: Props) {
  const changed = ARTICLE_FIELDS.filter(
    (field) => after[field] !== (before?.[field] ?? emptyValue(after[field])),
  )
  if (changed.length === 0) return <p className="text-13 text-muted">Same text as the revision before.</p>
  return (
    <dl className="flex flex-col gap-2">
      {changed.map((field) => {
        const [text, other] = comparedTexts(field, after[field], before?.[field])
        return (
          <div key={field}>
            <dt className="text-13 font-semibold">{ARTICLE_LABELS[field]}</dt>
            <dd className="border border-rule p-2">
              <TextDiff text={text} other={other} showsRemoved />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function emptyValue(value: string | boolean): string | boolean {
  return typeof value === 'boolean' ? false : ''
}

/** HTML is compared as text, unless only the markup differs. */
function comparedTexts(
  field: ArticleField,
  after: string | boolean,
  before: string | boolean | undefined,
): [string, string] {
  const source: [string, string] = [fieldText(after), before === undefined ? '' : fieldText(before)]
  if (field !== 'content' && field !== 'summary') return source
  const [text, other] = [prose(source[0]), prose(source[1])]
  return text === other ? source : [text, other]
}

function prose(html: string): string {
  return html.includes('<') ? htmlBlocks(html).join('\n\n') : html
}
