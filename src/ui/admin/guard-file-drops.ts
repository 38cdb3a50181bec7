import { phrase } from '#kernel/text/phrase.ts'
import { showToast } from '#ui/toast.ts'

/**
 * A file dropped beside a drop target would otherwise replace the page.
 *
 * @returns a function that removes the guard
 */
export function guardFileDrops(target: Window | Document): () => void {
  function onDragOver(event: Event) {
    if (isStrayFile(event as DragEvent)) event.preventDefault()
  }
  function onDrop(event: Event) {
    if (event.defaultPrevented || !isStrayFile(event as DragEvent)) return
    event.preventDefault()
    void showToast({
      title: phrase('Files cannot be dropped here'),
      text: phrase('Drop the file onto a file field, or choose it there.'),
    })
  }
  target.addEventListener('dragover', onDragOver)
  target.addEventListener('drop', onDrop)
  return () => {
    target.removeEventListener('dragover', onDragOver)
    target.removeEventListener('drop', onDrop)
  }
}

/** File inputs accept files themselves. */
function isStrayFile({ dataTransfer, target }: DragEvent): boolean {
  const isFile = dataTransfer?.types.includes(phrase('Files')) ?? false
  return isFile && !(target instanceof HTMLInputElement && target.type === 'file')
}
