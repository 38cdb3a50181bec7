import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { focusEditor } from '#features/blocks/admin/rich-text-tools.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Combobox } from '#ui/admin/forms/Combobox.tsx'
import { readLinkAddress } from '../rules/link-address.ts'
import { useArticleSearch } from './useArticleSearch.tsx'

type Props = { editor: Editor; value: string; onChange: (value: string) => void; onDone: () => void }

/** Not a `<form>`, since it is inside one. */
export function LinkForm({ editor, value, onChange, onDone }: Props) {
  const [isInvalid, setIsInvalid] = useState(false)
  const address = readLinkAddress(value)
  const { found, options, isBusy, status } = useArticleSearch(address === undefined ? value.trim() : '')

  function close() {
    focusEditor(editor)
    onDone()
  }

  /** @param text inserted if nothing is selected */
  function link(href: string, text: string) {
    focusEditor(editor)
    const chain = editor.chain().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onDone()
  }

  function apply() {
    if (address === undefined) setIsInvalid(!isBusy)
    else link(address, value.trim())
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles a key of its fields
    <div className="link-form" onKeyDown={(event) => event.key === 'Escape' && close()}>
      <div className="flex min-w-[min(100%,18rem)] flex-1 flex-col gap-1">
        <Combobox
          label="Address or article"
          name="link"
          placeholder="https:// or words from a headline"
          value={value}
          onChange={(next) => {
            setIsInvalid(false)
            onChange(next)
          }}
          options={options}
          listLabel="Published articles"
          onChoose={(id) => link(`/article/${id}`, found.find((article) => article.id === id)?.title ?? '')}
          onEnter={apply}
        />
        <p role="status" className={found.length > 0 ? 'sr-only' : 'text-13 text-muted empty:hidden'}>
          {status}
        </p>
        {isInvalid && (
          <p role="alert" className="text-13 font-semibold text-danger">
            Choose an article, or enter a web or email address.
          </p>
        )}
      </div>
      <Button onClick={apply}>Apply</Button>
      <Button
        onClick={() => {
          focusEditor(editor)
          editor.chain().extendMarkRange('link').unsetLink().run()
          onDone()
        }}
      >
        Remove Link
      </Button>
    </div>
  )
}
