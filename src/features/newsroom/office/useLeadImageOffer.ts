import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { showToast } from '#ui/toast.ts'
import { findPastedImage, hasPastedImages } from '../rules/pasted-image.ts'

/**
 * Handles images that are pasted or dropped outside of the image field. The text cannot contain images, and the lead
 * image changes only after confirmation.
 */
export function useLeadImageOffer(onUse: (image: File) => void) {
  const [image, setImage] = useState<File>()

  return {
    handlers: {
      onPaste(event: ClipboardEvent) {
        const found = findPastedImage(event.clipboardData)
        if (found) {
          event.preventDefault()
          setImage(found)
        } else if (isRichText(event.target) && hasPastedImages(event.clipboardData))
          void showToast({
            title: 'Images were not pasted',
            text: 'Images in the text are not supported yet. You can add one lead image to the article.',
          })
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

function isRichText(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[contenteditable="true"]') !== null
}
