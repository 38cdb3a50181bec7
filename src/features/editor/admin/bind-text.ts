import * as Y from 'yjs'
import { replaceText } from '#features/collaboration/rules/draft-document.ts'
import type { PunctuationChange } from '../rules/smart-punctuation.ts'

export type Control = HTMLInputElement | HTMLTextAreaElement
type Delta = Y.YTextEvent['delta']

export type TypingRules = {
  /** Line breaks become spaces. */
  isOneLine?: boolean
  /** Called with the text before a typed character. Undo restores the character. */
  correct?: (before: string, typed: string) => PunctuationChange | undefined
}

/** Edits within this time are undone together. */
const UNDO_GROUP_MS = 500

/**
 * Binds a shared text to a control, with its own undo history, since the browser's does not survive others' edits.
 * While an input method composes, others' edits wait.
 *
 * @returns a function that unbinds the control
 */
export function bindText(control: Control, text: Y.Text, { isOneLine, correct }: TypingRules): () => void {
  const doc = text.doc as Y.Doc
  const origin = {}
  const history = new Y.UndoManager(text, {
    trackedOrigins: new Set([origin]),
    captureTimeout: UNDO_GROUP_MS,
  })
  let known = text.toString()
  let isComposing = false
  /** Others' edits since `base`, not shown yet. */
  let waiting: { base: string; deltas: Delta[] } | undefined

  function show(selection?: [number, number]) {
    if (control.value !== known) control.value = known
    // In an unfocused control, some browsers would move the focus.
    if (selection && control === document.activeElement) control.setSelectionRange(...selection)
  }

  function write(next: string) {
    doc.transact(() => replaceText(text, next), origin)
  }

  function observe({ delta }: Y.YTextEvent, { origin: by }: Y.Transaction) {
    const before = known
    known = text.toString()
    if (by === origin) return
    if (isComposing) {
      waiting ??= { base: before, deltas: [] }
      waiting.deltas.push(delta)
      return
    }
    const { selectionStart, selectionEnd } = control
    const end = endOfChange(delta)
    if (by === history) show([end, end])
    else show([movePosition(selectionStart ?? 0, delta), movePosition(selectionEnd ?? 0, delta)])
  }

  function onInput(event: Event) {
    if (isOneLine && /[\r\n]/.test(control.value)) {
      const { selectionStart, selectionEnd } = control
      control.value = control.value.replaceAll(/[\r\n]/g, ' ')
      control.setSelectionRange(selectionStart, selectionEnd)
    }
    if (waiting) return
    write(control.value)
    if (event instanceof InputEvent && event.inputType === 'insertText' && !isComposing)
      correctTyped(event.data ?? '')
  }

  function correctTyped(typed: string) {
    const end = control.selectionStart ?? 0
    const change = correct?.(control.value.slice(0, end - 1), typed)
    if (!change) return
    history.stopCapturing()
    control.setRangeText(change.inserted, end - 1 - change.removed, end, 'end')
    write(control.value)
    history.stopCapturing()
  }

  function startComposition() {
    isComposing = true
    history.stopCapturing()
    history.captureTimeout = Number.POSITIVE_INFINITY
  }

  function endComposition() {
    isComposing = false
    if (waiting) {
      const { base, deltas } = waiting
      waiting = undefined
      const merged = mergeEdits(base, deltas, control.value, control.selectionEnd ?? 0)
      write(merged.text)
      show([merged.caret, merged.caret])
    }
    history.captureTimeout = UNDO_GROUP_MS
    history.stopCapturing()
  }

  function change(event: Event, kind: 'undo' | 'redo' | undefined) {
    if (!kind || isComposing) return
    event.preventDefault()
    history[kind]()
    history.stopCapturing()
  }

  show()
  text.observe(observe)
  const listening = new AbortController()
  const { signal } = listening
  control.addEventListener('input', onInput, { signal })
  control.addEventListener('compositionstart', startComposition, { signal })
  control.addEventListener('compositionend', endComposition, { signal })
  control.addEventListener('keydown', (event) => change(event as KeyboardEvent, historyKey(event)), {
    signal,
  })
  // From a menu of the browser or the system.
  control.addEventListener(
    'beforeinput',
    (event) => change(event, HISTORY_INPUT[(event as InputEvent).inputType]),
    { signal },
  )
  return () => {
    endComposition()
    listening.abort()
    text.unobserve(observe)
    history.destroy()
  }
}

const HISTORY_INPUT: Partial<Record<string, 'undo' | 'redo'>> = { historyUndo: 'undo', historyRedo: 'redo' }

function historyKey(event: Event): 'undo' | 'redo' | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event as KeyboardEvent
  if (!(ctrlKey || metaKey) || altKey) return undefined
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 'redo' : 'undo'
    case 'y':
      return shiftKey ? undefined : 'redo'
    default:
      return undefined
  }
}

/** Merges two edits of the text `base`: `deltas` by others, and `mine`, with the caret at `caret`. */
export function mergeEdits(
  base: string,
  deltas: readonly Delta[],
  mine: string,
  caret: number,
): { text: string; caret: number } {
  const theirDoc = new Y.Doc()
  const theirs = theirDoc.getText()
  theirs.insert(0, base)
  const myDoc = new Y.Doc()
  Y.applyUpdate(myDoc, Y.encodeStateAsUpdate(theirDoc))
  for (const delta of deltas) theirs.applyDelta(delta)
  replaceText(myDoc.getText(), mine)
  const position = Y.createRelativePositionFromTypeIndex(myDoc.getText(), caret, -1)
  Y.applyUpdate(theirDoc, Y.encodeStateAsUpdate(myDoc))
  const moved = Y.createAbsolutePositionFromRelativePosition(position, theirDoc)
  return { text: theirs.toString(), caret: moved?.index ?? 0 }
}

function endOfChange(delta: Delta): number {
  let end = 0
  let index = 0
  for (const { retain = 0, insert } of delta) {
    index += retain + (typeof insert === 'string' ? insert.length : 0)
    if (!retain) end = index
  }
  return end
}

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
