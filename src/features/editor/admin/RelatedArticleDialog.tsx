import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { insertBlocks } from '#features/blocks/rules/edit-blocks.ts'
import { relatedContent } from '#features/blocks/rules/related.ts'
import { Dialog } from '#ui/admin/Dialog.tsx'
import { Combobox } from '#ui/admin/forms/Combobox.tsx'
import { useArticleSearch } from './useArticleSearch.tsx'

/** Asks for an article, and inserts its card at the caret. */
export function RelatedArticleDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [words, setWords] = useState('')
  const { found, options, status } = useArticleSearch(words.trim(), { withNewest: true })

  function choose(id: string) {
    const article = found.find((one) => one.id === id)
    if (!article) return
    // The caret follows only while the text has the focus.
    flushSync(onClose)
    editor.view.focus()
    insertBlocks(editor, [relatedContent(article)])
  }

  return (
    <Dialog title="Choose a related article" isOpen onClose={onClose}>
      <div className="flex flex-col gap-1">
        <Combobox
          label="Words from the headline"
          name="related"
          placeholder="Words from the headline"
          value={words}
          onChange={setWords}
          options={options}
          listLabel="Published articles"
          onChoose={choose}
          onEnter={() => {}}
        />
        <p role="status" className={found.length > 0 ? 'sr-only' : 'min-h-5 text-13 text-muted'}>
          {status}
        </p>
      </div>
    </Dialog>
  )
}
