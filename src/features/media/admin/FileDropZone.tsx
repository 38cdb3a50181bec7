import { ImageUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { FileInput, IMAGE_TYPES } from '#ui/admin/forms/FileInput.tsx'
import type { MediaKind } from '../rules/media-kind.ts'

type Props = {
  /** The kinds of files that are accepted. */
  kinds: readonly MediaKind[]
  onFiles: (files: File[]) => void
  /** Gets the button that opens the file chooser. */
  children: (button: ReactNode) => ReactNode
}

/** Takes files that are dropped on it, pasted anywhere, or chosen with its button. */
export function FileDropZone({ kinds, onFiles, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isDragOver, setIsDragOver] = useState(false)

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event
    const isTyping = target instanceof Element && target.matches('input, textarea, [contenteditable="true"]')
    const files = [...(clipboardData?.files ?? [])].filter(({ type }) =>
      kinds.some((kind) => type.startsWith(`${kind}/`)),
    )
    if (files.length === 0 || (isTyping && clipboardData?.types.includes('text/plain'))) return
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

  const isImages = kinds.every((kind) => kind === 'image')
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
          {isImages ? phrase('Upload Images') : phrase('Upload')}
        </Button>,
      )}
      <FileInput
        ref={input}
        label={isImages ? phrase('Image files') : phrase('Files')}
        accept={kinds.map((kind) => (kind === 'image' ? IMAGE_TYPES : `${kind}/*`)).join(',')}
        isMultiple
        onChoose={onFiles}
      />
      <div
        aria-hidden
        className="pointer-events-none absolute -inset-2 z-20 hidden place-items-center border-2 border-dashed border-ink bg-paper/85 group-data-drop/drop:grid"
      >
        <p className="flex items-center gap-2 text-16 font-semibold">
          <ImageUp size={20} />
          {isImages ? phrase('Drop images to upload them') : phrase('Drop files to upload them')}
        </p>
      </div>
    </div>
  )
}
