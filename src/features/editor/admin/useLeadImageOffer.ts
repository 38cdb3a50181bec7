import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { showToast } from '#ui/toast.ts'
import { describeLosses, findPastedImage } from '../rules/clipboard.ts'

/** Offers an image that was pasted or dropped outside of the image field. Asks before it replaces the lead image. */
export function useLeadImageOffer(onUse: (image: File) => void) {
  const [image, setImage] = useState<File>()

  return {
    handlers: {
      onPaste(event: ClipboardEvent) {
        const found = findPastedImage(event.clipboardData)
        const losses = describeLosses(event.clipboardData)
        if (found) {
          event.preventDefault()
          setImage(found)
        } else if (losses && isRichText(event.target)) void showToast(losses)
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
