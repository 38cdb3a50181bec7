import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { Button } from '#ui/office/Button.tsx'

/** Not a `<form>`, since it is inside one. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [url, setUrl] = useState<string>(() => editor.getAttributes('link').href ?? '')
  const [isInvalid, setIsInvalid] = useState(false)

  function apply() {
    const href = url.trim()
    if (!/^(https?:\/\/|mailto:|tel:)./i.test(href)) return setIsInvalid(true)
    const link = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      link.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else link.setLink({ href }).run()
    onDone()
  }

  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-rule p-2">
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just opened it
        autoFocus
        type="url"
        dir="ltr"
        aria-label="Link address"
        aria-invalid={isInvalid || undefined}
        placeholder="https://"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone()
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
        className="office-input w-auto! min-w-40 flex-1"
      />
      <Button onClick={apply}>Apply</Button>
      <Button
        onClick={() => {
          editor.chain().focus().extendMarkRange('link').unsetLink().run()
          onDone()
        }}
      >
        Remove link
      </Button>
      {isInvalid && (
        <p role="alert" className="w-full text-13 font-semibold text-danger">
          The link must start with http:// or https://
        </p>
      )}
    </div>
  )
}
