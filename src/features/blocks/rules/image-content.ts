import type { JSONContent } from '@tiptap/core'
import type { ChosenImage } from '#features/media/rules/library-image.ts'

/** Returns the block of an image of the library, with its caption. */
export function imageContent({
  src,
  width,
  height,
  alt,
  isDecorative,
  caption,
  credit,
}: ChosenImage): JSONContent {
  return {
    type: 'image',
    attrs: { src, width, height, alt, isDecorative, credit },
    ...(caption && { content: [{ type: 'text', text: caption }] }),
  }
}
