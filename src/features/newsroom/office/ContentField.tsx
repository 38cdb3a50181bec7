import { Suspense, useState } from 'react'
import { formatBody } from '#kernel/body.ts'
import { loadWhenIdle } from '#ui/load-when-idle.ts'
import { Button } from '#ui/office/Button.tsx'
import { lazyComponent } from '#ui/office/lazyComponent.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'
import { unsupportedHtml } from '../rules/rich-text.ts'

const loadEditor = async () => (await import('./RichTextEditor.tsx')).RichTextEditor

/** As large as the rest of the screen, which loads first. Without a network, the editor could not load any more. */
const RichTextEditor = lazyComponent(loadEditor)
if (!import.meta.env.SSR) loadWhenIdle(loadEditor)

type Mode = 'rich' | 'html'
type Props = { value: string; error: string | undefined; onChange: (content: string) => void }

/** HTML that rich text does not support opens as source. */
export function ContentField({ value, error, onChange }: Props) {
  const [mode, setMode] = useState<Mode>(() => (unsupportedHtml(value).length > 0 ? 'html' : 'rich'))
  const [unsupported, setUnsupported] = useState<string[]>([])

  function changeMode(next: Mode) {
    const found = next === 'rich' ? unsupportedHtml(value) : []
    setUnsupported(found)
    if (found.length === 0) setMode(next)
  }

  return (
    <div className="flex flex-col gap-2">
      <fieldset aria-label="Content editor" className="flex gap-1 self-end">
        {(['rich', 'html'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name}
            onClick={() => changeMode(name)}
            className="cursor-pointer border-b-2 border-transparent px-2 py-1 text-13 font-semibold text-muted hover:text-ink aria-pressed:border-ink aria-pressed:text-ink"
          >
            {name === 'rich' ? 'Rich text' : 'HTML source'}
          </button>
        ))}
      </fieldset>
      {unsupported.length > 0 && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 border border-rule bg-wash p-3"
        >
          <p className="min-w-52 flex-1 text-14">
            Rich text does not support {unsupported.join(', ')}: editing would remove it.
          </p>
          <Button
            onClick={() => {
              setUnsupported([])
              setMode('rich')
            }}
          >
            Edit as rich text anyway
          </Button>
        </div>
      )}
      {mode === 'html' ? (
        <TextArea
          label="Content"
          rows={16}
          isCode
          help="HTML, or plain text with blank lines between paragraphs."
          error={error}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Suspense fallback={<p className="min-h-80 text-13 text-muted">Loading the editor...</p>}>
          <RichTextEditor label="Content" error={error} html={formatBody(value)} onChange={onChange} />
        </Suspense>
      )}
    </div>
  )
}
