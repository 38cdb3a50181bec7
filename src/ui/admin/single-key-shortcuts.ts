import { readFlag, storeFlag } from './device-flag.ts'

const OFF = 'masthead-single-keys-off'

/** Elements that use the keys themselves. */
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"]'

/** Single characters interfere with speech input (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return !readFlag(OFF)
}

export function setSingleKeys(isOn: boolean): void {
  storeFlag(OFF, !isOn)
}

/** Excludes Ctrl, Command and Alt, typing, and open dialogs. */
export function isShortcutEvent({
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
  target,
}: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return false
  return !(target instanceof Element && target.closest(TYPING))
}
