import { findSmartPunctuation } from '../rules/smart-punctuation.ts'

/** Replaces the character that was typed into a text area by its typographic form. Undo restores it. */
export function typeSmartPunctuation(control: HTMLTextAreaElement, event: Event): void {
  if (!(event instanceof InputEvent) || event.inputType !== 'insertText' || event.isComposing) return
  const end = control.selectionStart
  const change = findSmartPunctuation(control.value.slice(0, end - 1), event.data ?? '')
  if (!change) return
  control.setSelectionRange(end - 1 - change.removed, end)
  // Setting the value would not be undoable. No other API adds to the browser's undo history.
  document.execCommand('insertText', false, change.inserted)
}
