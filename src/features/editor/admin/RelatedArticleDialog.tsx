import type { Editor } from '@tiptap/react'
import { flushSync } from 'react-dom'
import { FindArticleDialog } from '#features/articles/admin/FindArticleDialog.tsx'
import { insertBlocks } from '#features/blocks/rules/edit-blocks.ts'
import { relatedContent } from '#features/blocks/rules/related.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** Asks for an article, and inserts its card at the caret. */
export function RelatedArticleDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  return (
    <FindArticleDialog
      title={phrase('Choose a related article')}
      onClose={onClose}
      onChoose={(article) => {
        // The caret follows only while the text has the focus.
        flushSync(onClose)
        editor.view.focus()
        insertBlocks(editor, [relatedContent(article)])
      }}
    />
  )
}
