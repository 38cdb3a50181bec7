import { ChooseImageDialog } from '#features/media/admin/ChooseImageDialog.tsx'
import type { BlockDialogProps } from '../rules/block.ts'
import { imageContent } from '../rules/image-content.ts'

export function GalleryDialog({ onInsert, onClose }: BlockDialogProps) {
  return (
    <ChooseImageDialog
      isMultiple
      onChoose={(images) => onInsert([{ type: 'gallery', content: images.map(imageContent) }])}
      onClose={onClose}
    />
  )
}
