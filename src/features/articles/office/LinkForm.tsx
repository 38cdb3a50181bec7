import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { Button } from '#ui/office/Button.tsx'

/** Where the chosen words lead. It is not a form of its own, since it stands within one. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [address, setAddress] = useState<string>(() => editor.getAttributes('link').href ?? '')
  const [isWrong, setIsWrong] = useState(false)

  function apply() {
    const href = address.trim()
    if (!/^(https?:\/\/|mailto:|tel:)./i.test(href)) return setIsWrong(true)
    const link = editor.chain().focus().extendMarkRange('link')
    // Without chosen words the address itself is what is read.
    if (editor.state.selection.empty && !editor.isActive('link'))
      link.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else link.setLink({ href }).run()
    onDone()
  }

  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-rule p-2">
      <input
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        type="url"
        dir="ltr"
        aria-label="Link address"
        aria-invalid={isWrong || undefined}
        placeholder="https://"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
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
      {isWrong && (
        <p role="alert" className="w-full text-13 font-semibold text-danger">
          The link must start with http:// or https://
        </p>
      )}
    </div>
  )
}
