import { findSmartPunctuation } from '../rules/smart-punctuation.ts'

/** Replaces the character that was typed into a text area by its typographic form. Undo brings it back. */
export function typeSmartPunctuation(control: HTMLTextAreaElement, event: Event): void {
  if (!(event instanceof InputEvent) || event.inputType !== 'insertText' || event.isComposing) return
  const end = control.selectionStart
  const change = findSmartPunctuation(control.value.slice(0, end - 1), event.data ?? '')
  if (!change) return
  control.setSelectionRange(end - 1 - change.removed, end)
  // Unlike an assignment of the value, this is a step of the browser's history. There is no other way.
  document.execCommand('insertText', false, change.inserted)
}
