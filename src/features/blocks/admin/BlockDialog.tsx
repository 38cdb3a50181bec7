import type { JSONContent } from '@tiptap/core'
import type { Editor } from '@tiptap/react'
import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import type { ChosenFile } from '#features/media/rules/library-file.ts'
import { kindOf, type MediaKind } from '#features/media/rules/media-kind.ts'
import { lazyComponent } from '#ui/admin/lazyComponent.tsx'
import type { Block } from '../rules/block.ts'
import { chart } from '../rules/chart.ts'
import { insertBlocks } from '../rules/edit-blocks.ts'
import { gallery } from '../rules/gallery.ts'
import { image, imageContent } from '../rules/image.ts'
import { audio, recordingContent, video } from '../rules/recording.ts'

const ChooseFileDialog = lazyComponent(
  async () => (await import('#features/media/admin/ChooseFileDialog.tsx')).ChooseFileDialog,
)

const ChartDialog = lazyComponent(async () => (await import('./ChartDialog.tsx')).ChartDialog)

function isOfFiles(block: Block): boolean {
  return block === image || block === gallery || block === audio || block === video
}

export function hasDialog(block: Block): boolean {
  return isOfFiles(block) || isEditedInDialog(block)
}

/** Whether the dialog also changes a block that exists. */
export function isEditedInDialog(block: Block): boolean {
  return block === chart
}

function toBlocks(block: Block, images: readonly ChosenFile[]): JSONContent[] {
  const content = images.map((file) => (file.kind === 'image' ? imageContent(file) : recordingContent(file)))
  return block === gallery ? [{ type: 'gallery', content }] : content
}

function kindsOf(block: Block, files: readonly File[]): MediaKind[] {
  if (files.length > 0) return [...new Set(files.map(({ type }) => kindOf(type)))]
  return [block === audio ? 'audio' : block === video ? 'video' : 'image']
}

type Props = {
  editor: Editor
  block: Block
  /** Files that were pasted or dropped. */
  files?: readonly File[] | undefined
  /** Changes the block at the caret. */
  isExisting?: boolean | undefined
  onClose: () => void
}

/** Asks for the files or the data of a block, and inserts it at the caret. */
export function BlockDialog({ editor, block, files = [], isExisting = false, onClose }: Props) {
  if (block === chart)
    return (
      <Suspense>
        <ChartDialog editor={editor} isExisting={isExisting} onClose={onClose} />
      </Suspense>
    )
  return (
    <Suspense>
      <ChooseFileDialog
        kinds={kindsOf(block, files)}
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
