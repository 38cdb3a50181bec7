import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { findPastedImage } from '../rules/clipboard.ts'

/** Offers an image that was pasted or dropped outside of the image field. Asks before it replaces the lead image. */
export function useLeadImageOffer(onUse: (image: File) => void) {
  const [image, setImage] = useState<File>()

  return {
    handlers: {
      onPaste(event: ClipboardEvent) {
        const found = findPastedImage(event.clipboardData)
        if (!found) return
        event.preventDefault()
        setImage(found)
      },
      onDrop(event: DragEvent) {
        const found = [...event.dataTransfer.files].find(({ type }) => type.startsWith('image/'))
        if (!found) return
        event.preventDefault()
        setImage(found)
      },
    },
    confirmation: {
      isOpen: image !== undefined,
      onConfirm() {
        setImage(undefined)
        if (image) onUse(image)
      },
      onCancel: () => setImage(undefined),
    },
  }
}
