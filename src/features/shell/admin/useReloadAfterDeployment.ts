import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Loads a screen from the server if its files cannot be loaded, since a deployment has removed them. The router does so
 * for screens of readers, whose errors are shown by other files.
 */
export function useReloadAfterDeployment(): void {
  const router = useRouter()
  useEffect(() => {
    const onError = () => void openAnew(router).catch(() => {})
    addEventListener('vite:preloadError', onError)
    return () => removeEventListener('vite:preloadError', onError)
  }, [router])
}

/** Once for each address, and only if the server responds: the new page has the new files. */
async function openAnew({ latestLocation: { href }, state }: AnyRouter): Promise<void> {
  if (!state.isLoading || sessionStorage.opened === href) return
  if (!(await fetch(href, { method: 'HEAD' })).ok) return
  sessionStorage.opened = href
  location.assign(href)
}
