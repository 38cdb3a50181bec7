import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/** Elements that use the keys themselves. */
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"]'

/**
 * Keys of a list: `j` and `k` or the arrow keys focus the next and the previous row, `x` selects it, and `/` focuses the
 * search. Rows have `data-row`, and their title button `data-row-title`.
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
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      const element = target instanceof Element ? target : document.body
      const isInList = list.current?.contains(element) ?? false
      if (element.closest(TYPING)) return
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
