import { servedLook } from '#kernel/look.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'

/**
 * Applies the colours and the text size that the reader has chosen on this device, before the first paint, and stores
 * choices in the menu. Inlined in the page, so it must not refer to other code.
 */
export function followDisplaySettings(): void {
  const { dataset } = document.documentElement
  const allowed = { theme: ['light', 'dark'], text: ['small', 'large', 'largest'] }
  const names = ['theme', 'text'] as const

  function stored(): Record<string, unknown> {
    try {
      return Object(JSON.parse(localStorage.getItem('display') ?? ''))
    } catch {
      return {}
    }
  }

  function apply(settings: Record<string, unknown>): void {
    for (const name of names) {
      const value = String(settings[name])
      if (allowed[name].includes(value)) dataset[name] = value
      else delete dataset[name]
    }
  }

  apply(stored())
  addEventListener('storage', ({ key }) => (key === 'display' || key === null) && apply(stored()))
  document.addEventListener('change', ({ target }) => {
    const { name, value } = target as HTMLInputElement
    if (!name?.startsWith('display-')) return
    const settings = { ...dataset, [name.slice('display-'.length)]: value }
    apply(settings)
    try {
      localStorage.setItem('display', JSON.stringify({ theme: dataset.theme, text: dataset.text }))
    } catch {
      // Without storage, the choice lasts as long as the page.
    }
  })
  document.addEventListener(
    'beforetoggle',
    () => {
      for (const name of names)
        for (const input of document.querySelectorAll<HTMLInputElement>(`[name=display-${name}]`))
          input.checked = input.value === (dataset[name] ?? '')
    },
    true,
  )
}

function options(name: string, choices: readonly (readonly [value: string, label: string])[]): string {
  return choices
    .map(
      ([value, label]) =>
        `<label><input type="radio" name="display-${name}" value="${value}"${value ? '' : ' checked'}>${escapeHtml(label)}</label>`,
    )
    .join('')
}

/** Returns HTML, so that it costs readers' scripts nothing. Browsers open and close the menu. */
export function writeFooterLine(): string {
  const display = phraseHtml('Display')
  const colours = options('theme', [
    ['', phrase('Automatic')],
    ['light', phrase('Light')],
    ['dark', phrase('Dark')],
  ])
  const sizes = options('text', [
    ['small', phrase('Small', {}, 'text size')],
    ['', phrase('Standard', {}, 'text size')],
    ['large', phrase('Large', {}, 'text size')],
    ['largest', phrase('Largest', {}, 'text size')],
  ])
  const menu =
    `<button type="button" popovertarget="display">${display}</button>` +
    `<div id="display" popover role="dialog" aria-label="${display}" class="display-menu">` +
    `<fieldset><legend>${phraseHtml('Colours')}</legend>${colours}</fieldset>` +
    `<fieldset><legend>${phraseHtml('Text size of articles')}</legend>${sizes}</fieldset>` +
    `<button type="button" popovertarget="display" popovertargetaction="hide">${phraseHtml('Close')}</button></div>`
  return (
    '<div class="flex flex-wrap items-center justify-between gap-x-6"><p class="text-13 text-muted">' +
    `${escapeHtml(servedLook().footerLine || phrase('Latest news at your fingertips'))}</p>` +
    `<div class="footer-links [@media(scripting:none)]:hidden">${menu}</div></div>`
  )
}
