import { useEffect, useEffectEvent } from 'react'
import { hasSingleKeys, isShortcutEvent } from '#ui/office/single-key-shortcuts.ts'

/** Calls `onPress` for `?`, unless single-key shortcuts are off, and for Ctrl+/ also while typing. */
export function useShortcutsKey(onPress: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const isCombined = key === '/' && (ctrlKey || metaKey) && !altKey
    const isSingle = key === '?' && isShortcutEvent(event) && hasSingleKeys()
    if (!isCombined && !isSingle) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', onKeyDown, { signal: listening.signal })
    return () => listening.abort()
  }, [])
}
