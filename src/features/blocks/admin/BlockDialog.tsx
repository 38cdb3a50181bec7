import type { Editor } from '@tiptap/react'
import { type ComponentType, Suspense } from 'react'
import { flushSync } from 'react-dom'
import { lazyComponent } from '#ui/admin/lazyComponent.tsx'
import type { Block, BlockDialogProps } from '../rules/block.ts'
import { insertBlocks } from '../rules/edit-blocks.ts'

/** By the node of a block: asks for what the block is made of. */
const DIALOGS: Record<string, ComponentType<BlockDialogProps>> = {
  image: lazyComponent(async () => (await import('./ImageDialog.tsx')).ImageDialog),
  gallery: lazyComponent(async () => (await import('./GalleryDialog.tsx')).GalleryDialog),
}

const dialogOf = ({ initial }: Block) => DIALOGS[initial.type ?? '']

export function hasDialog(block: Block): boolean {
  return dialogOf(block) !== undefined
}

type Props = {
  editor: Editor
  block: Block
  files?: readonly File[] | undefined
  onClose: () => void
}

/** Asks for what a block is made of, and inserts it at the caret. */
export function BlockDialog({ editor, block, files = [], onClose }: Props) {
  const Dialog = dialogOf(block)
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
