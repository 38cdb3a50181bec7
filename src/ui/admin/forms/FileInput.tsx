import type { RefObject } from 'react'

type Props = {
  /** A button opens it with `click()`. */
  ref: RefObject<HTMLInputElement | null>
  label: string
  /** As in HTML; by default, images. */
  accept?: string
} & (
  | { isMultiple?: false; onChoose: (file: File) => void }
  | { isMultiple: true; onChoose: (files: File[]) => void }
)

/** In a format that the server can decode. */
export const IMAGE_TYPES =
  'image/jpeg,image/png,image/webp,image/avif,image/gif,image/heic,image/heif,.heic,.heif'

/** A hidden input for files, by default images. */
export function FileInput({ ref, label, accept = IMAGE_TYPES, ...choice }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      aria-label={label}
      accept={accept}
      multiple={choice.isMultiple}
      hidden
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        const [first] = files
        if (first && choice.isMultiple) choice.onChoose(files)
        else if (first && !choice.isMultiple) choice.onChoose(first)
        // Allows the same file to be chosen again.
        target.value = ''
      }}
    />
  )
}
