import { useEffect } from 'react'

/** Sets the title of the window while the component is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const { title: before } = document
    document.title = title
    return () => {
      // The next screen may have set its own.
      if (document.title === title) document.title = before
    }
  }, [title])
}
