/** The code that blocks need, and the elements that need it. */
const SCRIPTS = [
  { selector: '.embed', load: async () => (await import('./embed-players.ts')).addPlayers },
  { selector: '.sortable', load: async () => (await import('./sortable-tables.ts')).addSorting },
]

/** The links to whole images that `showImages` writes (server/show-images.server.ts). */
const IMAGE_LINK = 'figure > a:has(> picture)'

const textsWithLightbox = new WeakSet<Element>()

/** Loads and runs the code of the blocks of a text. Without it, they remain links and tables. */
export function runBlocks(text: Element): void {
  for (const { selector, load } of SCRIPTS)
    if (text.querySelector(selector))
      load().then(
        (run) => run(text),
        () => {},
      )
  // React may call this again for the same text.
  if (!text.querySelector(IMAGE_LINK) || textsWithLightbox.has(text)) return
  textsWithLightbox.add(text)
  text.addEventListener('click', (event) => openLightbox(event as MouseEvent))
}

/** Loads the lightbox at the first press. */
function openLightbox(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(IMAGE_LINK)
  // Ctrl+click opens another tab.
  if (!link || event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  import('./lightbox.ts').then(
    (lightbox) => lightbox.openLightbox(link, IMAGE_LINK),
    () => location.assign(link.href),
  )
}
