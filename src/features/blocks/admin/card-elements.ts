/** Elements of the cards that a block shows in the editor. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), { className, textContent: text })
}

export function createButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = Object.assign(createElement('button', 'admin-button', text), { type: 'button' as const })
  button.addEventListener('click', onClick)
  return button
}
