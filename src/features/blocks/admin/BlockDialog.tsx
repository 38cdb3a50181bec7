import type { Editor } from '@tiptap/react'
import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import { lazyComponent } from '#ui/admin/lazyComponent.tsx'
import type { Block } from '../rules/block.ts'
import { BLOCKS } from '../rules/blocks.ts'
import { insertBlocks } from '../rules/edit-blocks.ts'

const DIALOGS = new Map(
  BLOCKS.flatMap(({ label, dialog }) => (dialog ? [[label, lazyComponent(dialog)]] : [])),
)

type Props = { editor: Editor; block: Block; files?: readonly File[] | undefined; onClose: () => void }

/** Asks for what a block is made of, and inserts it at the caret. */
export function BlockDialog({ editor, block, files = [], onClose }: Props) {
  const Dialog = DIALOGS.get(block.label)
  return (
    Dialog && (
      <Suspense>
        <Dialog
          files={files}
          onClose={onClose}
          onInsert={(blocks) => {
            // With the focus in the text, the caret follows.
            flushSync(onClose)
            editor.view.focus()
            insertBlocks(editor, blocks)
          }}
        />
      </Suspense>
    )
  )
}
