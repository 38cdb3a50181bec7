import { ChooseImageDialog } from '#features/media/admin/ChooseImageDialog.tsx'
import type { BlockDialogProps } from '../rules/block.ts'
import { imageContent } from '../rules/image-content.ts'

export function ImageDialog({ files = [], onInsert, onClose }: BlockDialogProps) {
  return (
    <ChooseImageDialog
      files={files}
      isMultiple={files.length > 1}
      onChoose={(images) => onInsert(images.map(imageContent))}
      onClose={onClose}
    />
  )
}
