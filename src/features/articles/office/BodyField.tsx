import { lazy, Suspense, useState } from 'react'
import { formatBody } from '#kernel/body.ts'
import { Button } from '#ui/office/Button.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'
import { beyondRichText } from '../rules/rich-text.ts'

/** The editor weighs as much as all the rest of the screen. */
const RichText = lazy(() => import('./RichText.tsx').then(({ RichText }) => ({ default: RichText })))

type Mode = 'rich' | 'html'
type Props = { value: string; error: string | undefined; onChange: (content: string) => void }

/**
 * The article's text, as rich text or as HTML source. Looking at it as rich text changes nothing; and what rich text could
 * not hold is edited as source, unless somebody chooses to let it go.
 */
export function BodyField({ value, error, onChange }: Props) {
  const [mode, setMode] = useState<Mode>(() => (beyondRichText(value).length > 0 ? 'html' : 'rich'))
  const [beyond, setBeyond] = useState<string[]>([])

  function choose(wanted: Mode) {
    const found = wanted === 'rich' ? beyondRichText(value) : []
    setBeyond(found)
    if (found.length === 0) setMode(wanted)
  }

  return (
    <div className="flex flex-col gap-2">
      <fieldset aria-label="Edit the content as" className="flex gap-1 self-end">
        {(['rich', 'html'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name}
            onClick={() => choose(name)}
            className="cursor-pointer border-b-2 border-transparent px-2 py-1 text-13 font-semibold text-muted hover:text-ink aria-pressed:border-ink aria-pressed:text-ink"
          >
            {name === 'rich' ? 'Rich text' : 'HTML source'}
          </button>
        ))}
      </fieldset>
      {beyond.length > 0 && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 border border-rule bg-wash p-3"
        >
          <p className="min-w-52 flex-1 text-14">
            Rich text cannot hold all of this: it would lose {beyond.join(', ')} once you change it.
          </p>
          <Button
            onClick={() => {
              setBeyond([])
              setMode('rich')
            }}
          >
            Edit as rich text all the same
          </Button>
        </div>
      )}
      {mode === 'html' ? (
        <TextArea
          label="Content"
          rows={16}
          isCode
          help="HTML, or text whose paragraphs are parted by blank lines."
          error={error}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Suspense fallback={<p className="min-h-80 text-13 text-muted">Loading the editor...</p>}>
          <RichText label="Content" error={error} html={formatBody(value)} onChange={onChange} />
        </Suspense>
      )}
    </div>
  )
}
