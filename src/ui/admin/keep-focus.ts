/** Where an element was, in case it is removed. */
type Place = { list: Element | null; index: number }

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

const DIALOG = '[role="dialog"], [role="alertdialog"]'

const places = new WeakMap<Element, Place>()

/**
 * Moves the focus on when its element is removed or disabled, since the next keys would go nowhere.
 *
 * @returns a function that stops
 */
export function keepFocus(page: Document): () => void {
  let last: Element | null = null
  const listening = new AbortController()
  page.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element)) return
      // Dialogs return the focus themselves.
      last = target.closest(DIALOG) ? null : target
      const item = target.closest('li, tr')
      const list = item?.parentElement ?? null
      places.set(target, { list, index: item && list ? [...list.children].indexOf(item) : 0 })
    },
    { signal: listening.signal },
  )
  const changes = new MutationObserver(() => {
    if (!last || isFocusable(last) || !isLost(page)) return
    const lost = last
    last = null
    focusInstead(lost)
  })
  changes.observe(page.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] })
  return () => {
    listening.abort()
    changes.disconnect()
  }
}

/** Focuses `element`, or what took its place: the next item of its list, else the screen. */
export function focusOrReplace(element: Element | null): void {
  if (element instanceof HTMLElement && isFocusable(element)) element.focus()
  if (element && isLost(element.ownerDocument)) focusInstead(element)
}

/**
 * Focuses the place where one goes on in the screen: the field with `data-focus-home`, else its heading. Does nothing
 * while a dialog is open.
 */
export function focusScreen(page: Document = document): void {
  if (page.querySelector(DIALOG)) return
  // The keyboard would cover a touch screen.
  const isTouched = page.defaultView?.matchMedia('(pointer: coarse)').matches
  const field = isTouched ? null : page.querySelector<HTMLElement>('main [data-focus-home]')
  const home = field ?? page.querySelector<HTMLElement>('main h1')
  if (!home) return
  if (home.matches('h1')) home.tabIndex = -1
  home.focus({ preventScroll: true })
}

/** Whether no element of the page has the focus. */
export function isLost(page: Document = document): boolean {
  return page.activeElement === null || page.activeElement === page.body
}

function focusInstead(element: Element): void {
  const { list, index } = places.get(element) ?? { list: null, index: 0 }
  const item = list?.isConnected ? (list.children[index] ?? list.lastElementChild) : undefined
  const next = item?.querySelector<HTMLElement>(`[data-row-title], ${FOCUSABLE}`)
  if (next) next.focus()
  else focusScreen(element.ownerDocument)
}

function isFocusable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && !element.closest('[hidden]')
}
