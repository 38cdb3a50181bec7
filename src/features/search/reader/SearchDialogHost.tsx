import { useEffect, useState } from 'react'
import type { SearchDialog } from './SearchDialog.tsx'
import { setSearchDialogOpen, useSearchDialogOpen } from './search-dialog-state.ts'

/** Opens the search page if the dialog fails to load. */
export function SearchDialogHost() {
  const isOpen = useSearchDialogOpen()
  const [Loaded, setLoaded] = useState<typeof SearchDialog>()

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      setSearchDialogOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
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
