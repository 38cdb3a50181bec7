import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { hasSingleKeys, isShortcutEvent } from '#ui/office/single-key-shortcuts.ts'

/**
 * `j`, `k` and arrow keys move between rows, `x` selects, `/` focuses the search. Single-character keys can be
 * turned off. Rows have `data-row`, their title buttons `data-row-title`.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  onSelect: ((id: string, isRange: boolean) => void) | undefined,
) {
  const select = useEffectEvent((id: string, isRange: boolean) => onSelect?.(id, isRange))
  useLayoutEffect(() => {
    function focusRow(step: 1 | -1) {
      const titles = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-title]') ?? [])]
      const row = document.activeElement?.closest('[data-row]')
      const index = titles.findIndex((title) => row?.contains(title))
      const next = index < 0 ? (step === 1 ? titles[0] : titles.at(-1)) : titles[index + step]
      next?.focus()
      next?.scrollIntoView({ block: 'nearest' })
    }

    function handleKey(event: KeyboardEvent) {
      const { key, target, shiftKey } = event
      if (!isShortcutEvent(event) || (key.length === 1 && !hasSingleKeys())) return
      const isInList = target instanceof Element && list.current?.contains(target)
      const step =
        key === 'j' || (isInList && key === 'ArrowDown')
          ? 1
          : key === 'k' || (isInList && key === 'ArrowUp')
            ? -1
            : null
      const row = document.activeElement?.closest<HTMLElement>('[data-row]')
      if (step) focusRow(step)
      else if (key === '/') document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
      else if (key.toLowerCase() === 'x' && row?.dataset.row) select(row.dataset.row, shiftKey)
      else return
      event.preventDefault()
    }

    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [list])
}
