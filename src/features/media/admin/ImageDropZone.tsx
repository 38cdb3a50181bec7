import { ImageUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#ui/admin/Button.tsx'
import { ImageFileInput } from '#ui/admin/ImageFileInput.tsx'

type Props = {
  onFiles: (files: File[]) => void
  /** Another dialog is open above, so that pasting is not meant for the library. */
  isPaused?: boolean
  /** Gets the button that opens the file chooser. */
  children: (button: ReactNode) => ReactNode
}

/** Takes images that are dropped on it, pasted anywhere, or chosen with its button. */
export function ImageDropZone({ onFiles, isPaused = false, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isDragOver, setIsDragOver] = useState(false)

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event
    const isTyping = target instanceof Element && target.matches('input, textarea, [contenteditable="true"]')
    const files = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (isPaused || files.length === 0 || (isTyping && clipboardData?.types.includes('text/plain'))) return
    event.preventDefault()
    // The editor below a dialog would take them too.
    event.stopPropagation()
    onFiles(files)
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('paste', paste, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [])

  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button
    <div
      data-drop={isDragOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsDragOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsDragOver(false)
      }}
      onDrop={(event) => {
        setIsDragOver(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        const { files } = event.dataTransfer
        if (files.length > 0) onFiles([...files])
      }}
      className="group/drop relative flex flex-col gap-4"
    >
      {children(
        <Button variant="primary" onClick={() => input.current?.click()}>
          <ImageUp aria-hidden size={16} />
          Upload Images
        </Button>,
      )}
      <ImageFileInput ref={input} label="Image files" isMultiple onChoose={onFiles} />
      <div
        aria-hidden
        className="pointer-events-none absolute -inset-2 z-20 hidden place-items-center border-2 border-dashed border-ink bg-paper/85 group-data-drop/drop:grid"
      >
        <p className="flex items-center gap-2 text-16 font-semibold">
          <ImageUp size={20} />
          Drop images to upload them
        </p>
      </div>
    </div>
  )
}
