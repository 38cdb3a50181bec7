import { type ChangeEvent, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type * as Y from 'yjs'
import { replaceText, type TextField, textOf } from '../rules/draft-document.ts'

type Control = HTMLInputElement | HTMLTextAreaElement
type Delta = Y.YTextEvent['delta']

/** The caret stays in place when others type. */
export function useSharedText<Element extends Control>(doc: Y.Doc, field: TextField) {
  const text = textOf(doc, field)
  const ref = useRef<Element>(null)
  const selection = useRef<[number, number]>(undefined)

  const subscribe = useCallback(
    (onChange: () => void) => {
      function observe({ delta }: Y.YTextEvent, { local }: Y.Transaction) {
        const control = ref.current
        if (control && !local && control === document.activeElement) {
          const [start, end] = selection.current ?? [control.selectionStart ?? 0, control.selectionEnd ?? 0]
          selection.current = [movePosition(start, delta), movePosition(end, delta)]
        }
        onChange()
      }
      text.observe(observe)
      return () => text.unobserve(observe)
    },
    [text],
  )
  const value = useSyncExternalStore(
    subscribe,
    () => text.toString(),
    () => '',
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value moves the caret to its end
  useLayoutEffect(() => {
    if (selection.current) ref.current?.setSelectionRange(...selection.current)
    selection.current = undefined
  }, [value])

  return {
    ref,
    name: field,
    value,
    onChange: ({ target }: ChangeEvent<Element>) => replaceText(text, target.value),
  }
}

/** Returns where a position is after a change. */
export function movePosition(position: number, delta: Delta): number {
  let moved = position
  let index = 0
  for (const { retain = 0, insert, delete: deleted = 0 } of delta) {
    if (index >= moved) break
    index += retain
    if (index >= moved) break
    if (typeof insert === 'string') {
      moved += insert.length
      index += insert.length
    }
    moved -= Math.min(deleted, moved - index)
  }
  return moved
}
