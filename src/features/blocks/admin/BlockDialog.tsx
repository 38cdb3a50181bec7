import type { JSONContent } from '@tiptap/core'
import type { Editor } from '@tiptap/react'
import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import type { ChosenImage } from '#features/media/rules/library-image.ts'
import { lazyComponent } from '#ui/admin/lazyComponent.tsx'
import type { Block } from '../rules/block.ts'
import { chart } from '../rules/chart.ts'
import { insertBlocks } from '../rules/edit-blocks.ts'
import { gallery } from '../rules/gallery.ts'
import { image, imageContent } from '../rules/image.ts'

const ChooseImageDialog = lazyComponent(
  async () => (await import('#features/media/admin/ChooseImageDialog.tsx')).ChooseImageDialog,
)

const ChartDialog = lazyComponent(async () => (await import('./ChartDialog.tsx')).ChartDialog)

export function hasDialog(block: Block): boolean {
  return block === image || block === gallery || isEditedInDialog(block)
}

/** Whether the dialog also changes a block that exists. */
export function isEditedInDialog(block: Block): boolean {
  return block === chart
}

function toBlocks(block: Block, images: readonly ChosenImage[]): JSONContent[] {
  const content = images.map(imageContent)
  return block === gallery ? [{ type: 'gallery', content }] : content
}

type Props = {
  editor: Editor
  block: Block
  /** Images that were pasted or dropped. */
  files?: readonly File[] | undefined
  /** Changes the block at the caret. */
  isExisting?: boolean | undefined
  onClose: () => void
}

/** Asks for the images or the data of a block, and inserts it at the caret. */
export function BlockDialog({ editor, block, files = [], isExisting = false, onClose }: Props) {
  if (block === chart)
    return (
      <Suspense>
        <ChartDialog editor={editor} isExisting={isExisting} onClose={onClose} />
      </Suspense>
    )
  return (
    <Suspense>
      <ChooseImageDialog
        files={files}
        isMultiple={block === gallery || files.length > 1}
        onClose={onClose}
        onChoose={(images) => {
          // The caret follows only while the text has the focus.
          flushSync(onClose)
          editor.view.focus()
          insertBlocks(editor, toBlocks(block, images))
        }}
      />
    </Suspense>
  )
}
