import type { RefObject } from 'react'

type Props = {
  /** A button opens it with `click()`. */
  ref: RefObject<HTMLInputElement | null>
  label: string
  onChoose: (file: File) => void
}

/** A hidden input for an image in a format that the server can decode. */
export function ImageFileInput({ ref, label, onChoose }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      aria-label={label}
      accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
      hidden
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file) onChoose(file)
        // Allows the same file to be chosen again.
        target.value = ''
      }}
    />
  )
}
