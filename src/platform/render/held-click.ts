/** For a button whose clicks `startClient` holds until hydration. */
export const HELD_CLICK = { 'data-held': '', ref: repeatHeldClick }

export function repeatHeldClick(button: HTMLButtonElement | null): void {
  if (!button) return
  const { held } = button.dataset
  delete button.dataset.held
  // After the effects of the commit.
  if (held === 'true') queueMicrotask(() => button.click())
}

/**
 * Passes the click to the browser when the client cannot load. One that only the client can handle remains held,
 * because the client may still load. Without the server, no form is sent, since the browser would replace the page:
 * `data-held` becomes "failed". Inlined like `startClient`.
 */
export async function releaseHeldClick(button: HTMLButtonElement): Promise<void> {
  if (button.type === 'button') return
  const { form } = button
  const isPossible =
    form?.method !== 'post' ||
    (await fetch(form.action, { method: 'HEAD', signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    ))
  if (button.dataset.held !== 'true') return
  if (isPossible) {
    delete button.dataset.held
    button.click()
  }
  button.dataset.held = isPossible ? '' : 'failed'
}
