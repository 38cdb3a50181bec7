import { useEffect, useState } from 'react'
import type { SearchDialog } from './SearchDialog.tsx'
import { setSearchDialog, useSearchDialog } from './search-dialog.ts'

/**
 * The place of the search dialog, which Ctrl+K or Cmd+K opens as well. It is loaded when it is first opened; where it cannot
 * be had, the search page serves instead.
 */
export function SearchDialogHost() {
  const isOpen = useSearchDialog()
  const [Loaded, setLoaded] = useState<typeof SearchDialog>()

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      setSearchDialog(true)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  useEffect(() => {
    if (!isOpen || Loaded) return
    import('./SearchDialog.tsx').then(
      ({ SearchDialog }) => setLoaded(() => SearchDialog),
      () => location.assign('/search'),
    )
  }, [isOpen, Loaded])

  return Loaded && <Loaded />
}
