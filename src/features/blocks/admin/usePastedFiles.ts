import { Selection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { useEffect, useEffectEvent } from 'react'
import { blockAt } from '../rules/edit-blocks.ts'

/** Takes the images and recordings that are pasted into the text or dropped on it. Text that comes with an image is pasted instead. */
export function usePastedFiles(editor: Editor, onFiles: (files: File[]) => void) {
  const take = useEffectEvent((event: Event, transfer: DataTransfer | null) => {
    const files = [...(transfer?.files ?? [])].filter(({ type }) => /^(?:image|audio|video)\//.test(type))
    const isInText = editor.isEditable && blockAt(editor.state) !== undefined
    if (files.length === 0 || transfer?.types.includes('text/plain') || !isInText) return
    event.preventDefault()
    event.stopPropagation()
    onFiles(files)
  })
  useEffect(() => {
    const { dom } = editor.view
    const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData)
    function onDrop(event: DragEvent) {
      const { view } = editor
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
      if (event.dataTransfer?.files.length) {
        const { doc, tr } = view.state
        const position = at?.pos ?? view.posAtDOM(event.target as Node, 0)
        view.dispatch(tr.setSelection(Selection.near(doc.resolve(position))))
      }
      take(event, event.dataTransfer)
    }
    // Before the editor and the form.
    dom.addEventListener('paste', onPaste, { capture: true })
    dom.addEventListener('drop', onDrop, { capture: true })
    return () => {
      dom.removeEventListener('paste', onPaste, { capture: true })
      dom.removeEventListener('drop', onDrop, { capture: true })
    }
  }, [editor])
}
