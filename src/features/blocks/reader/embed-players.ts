import { direction, phrase } from '#kernel/text/phrase.ts'
import { readHeight } from '../rules/embed-size.ts'

/** In `localStorage`, by the host of a player. */
const REMEMBERED = 'embeds-of:'
/** In `sessionStorage`: the address of the embed that the reader asked for before the page was loaded again. */
const REQUESTED = 'requested-embed'

/** Links open in new tabs. `allow-same-origin` lets the player use its own origin, which is never ours. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation'
const FEATURES = 'fullscreen; encrypted-media; picture-in-picture'

/** Adds a button to each embed of a text that loads the player of its provider. Nothing is loaded before, unless the reader has chosen so. */
export function addPlayers(text: Element): void {
  const requested = takeRequested()
  for (const figure of text.querySelectorAll<HTMLElement>('.embed[data-player]')) {
    // React may call this again for the same text.
    if (!figure.querySelector('.embed-controls')) addControls(figure, requested === figure.dataset.address)
  }
}

function addControls(figure: HTMLElement, isRequested: boolean): void {
  const { address = '', provider = '', player = '', size = '' } = figure.dataset
  const { origin, host } = new URL(player)
  if (origin === location.origin) return
  const key = REMEMBERED + host
  let frame: HTMLIFrameElement | undefined
  let isPressed = false

  const controls = create('div', { className: 'embed-controls', dir: direction() })
  const button = create('button', { type: 'button', className: 'button' })
  const notice = create('p', {})
  const checkbox = create('input', { type: 'checkbox', checked: isStored(key) })
  const label = create('label', {})
  label.append(checkbox, ` ${phrase('Always show content from {provider} on this device', { provider })}`)
  controls.append(button, notice, label)
  figure.append(controls)

  function show() {
    frame = create('iframe', {
      title: `${provider}: ${figure.querySelector('a')?.textContent ?? ''}`,
      src: player,
    })
    frame.setAttribute('sandbox', SANDBOX)
    frame.allow = FEATURES
    frame.referrerPolicy = 'strict-origin-when-cross-origin'
    frame.loading = 'lazy'
    frame.style.cssText = size
    // Mastodon sends its height when asked.
    frame.addEventListener('load', () =>
      frame?.contentWindow?.postMessage({ type: 'setHeight', id: 1 }, origin),
    )
    addEventListener('message', resize)
    document.addEventListener('securitypolicyviolation', onViolation)
    figure.prepend(frame)
    update()
  }

  function hide() {
    removeEventListener('message', resize)
    document.removeEventListener('securitypolicyviolation', onViolation)
    frame?.remove()
    frame = undefined
    update()
  }

  function resize({ source, data }: MessageEvent) {
    if (!frame?.isConnected) return hide()
    const height = source === frame.contentWindow && size.startsWith('height') && readHeight(data)
    if (height) frame.style.height = `${height}px`
  }

  /** The policy is that of the page which was loaded first, from which the reader may have come by a link. */
  function onViolation({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) {
    if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(origin)) return
    hide()
    if (!isPressed) return
    if (!isRequested && storeRequested(address)) location.reload()
    else
      notice.textContent = phrase('This content cannot be shown here. Open it on {provider} instead.', {
        provider,
      })
  }

  function press() {
    isPressed = true
    show()
  }

  function update() {
    figure.toggleAttribute('data-shown', frame !== undefined)
    button.textContent = frame
      ? phrase('Hide {provider} content', { provider })
      : phrase('Show {provider} content', { provider })
    notice.textContent = frame
      ? phrase('This content is loaded from {host}.', { host })
      : phrase('Loads content from {host}, which can then see your IP address and may set cookies.', { host })
  }

  button.addEventListener('click', () => (frame ? hide() : press()))
  checkbox.addEventListener('change', () => {
    store(key, checkbox.checked)
    if (checkbox.checked && !frame) press()
  })
  update()
  if (isRequested) {
    press()
    button.focus()
  } else if (checkbox.checked) show()
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function store(key: string, isSet: boolean): void {
  try {
    if (isSet) localStorage.setItem(key, '')
    else localStorage.removeItem(key)
  } catch {}
}

/** @returns whether the browser stores it */
function storeRequested(address: string): boolean {
  try {
    sessionStorage.setItem(REQUESTED, address)
    return true
  } catch {
    return false
  }
}

function takeRequested(): string | null {
  try {
    const requested = sessionStorage.getItem(REQUESTED)
    sessionStorage.removeItem(REQUESTED)
    return requested
  } catch {
    return null
  }
}
