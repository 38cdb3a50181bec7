import { phrase } from '#kernel/text/phrase.ts'
import { addBackEntry } from '#ui/back-entry.ts'

/**
 * Shows the image of a link over the page, with the others of its gallery beside it.
 *
 * @param selector of such links
 */
export function openLightbox(opener: HTMLAnchorElement, selector: string): void {
  const gallery = opener.closest('.gallery')
  const links = gallery ? [...gallery.querySelectorAll<HTMLAnchorElement>(selector)] : [opener]
  const dialog = create('dialog', {
    className: 'lightbox',
    ariaLabel: gallery ? phrase('Images') : phrase('Image'),
  })
  const count = create('p', { role: 'status' })
  const row = create('ul', { tabIndex: 0, ariaLabel: dialog.ariaLabel })
  const slides = links.map(createSlide)
  /** The image that is shown, or that the row scrolls to. */
  let target = Math.max(links.indexOf(opener), 0)
  let isScrolling = false

  const previous = createButton(phrase('Previous image'), 'icon-up', () => go(target - 1))
  const next = createButton(phrase('Next image'), 'icon-down', () => go(target + 1))
  const close = createButton(phrase('Close'), 'icon-close', () => dialog.close())
  close.autofocus = true

  function update() {
    count.textContent = phrase('{number} of {count}', { number: target + 1, count: slides.length })
    previous.ariaDisabled = String(target === 0)
    next.ariaDisabled = String(target === slides.length - 1)
    for (const [index, slide] of slides.entries()) slide.inert = index !== target
  }

  function go(index: number) {
    target = Math.min(Math.max(index, 0), slides.length - 1)
    isScrolling = true
    scroll()
    update()
  }

  /** Smooth unless the reader prefers reduced motion (ui/lightbox.css). */
  function scroll(behavior: ScrollBehavior = 'auto') {
    row.scrollTo({ left: target * row.clientWidth, behavior })
  }

  function onScroll() {
    const shown = Math.round(row.scrollLeft / row.clientWidth)
    if (isScrolling || shown === target) return
    target = shown
    update()
  }

  function onScrollEnd() {
    // The end of a swipe may have replaced the scrolling to the target.
    if (isScrolling && Math.round(row.scrollLeft / row.clientWidth) !== target) scroll()
    else isScrolling = false
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: target - 1,
      ArrowRight: target + 1,
      Home: 0,
      End: Infinity,
    }
    const index = steps[event.key]
    if (index === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(index)
  }

  const closing = new AbortController()
  const { signal } = closing
  dialog.addEventListener('keydown', onKeyDown)
  row.addEventListener('scroll', onScroll, { passive: true })
  row.addEventListener('scrollend', onScrollEnd)
  // A reader who swipes decides where the row goes.
  for (const type of ['pointerdown', 'wheel'])
    row.addEventListener(
      type,
      () => {
        isScrolling = false
      },
      { passive: true },
    )
  addEventListener('resize', () => scroll('instant'), { signal })

  const bar = create('div', {})
  if (slides.length > 1) bar.append(count, previous, next)
  bar.append(close)
  row.append(...slides)
  dialog.append(bar, row)
  document.body.append(dialog)
  update()
  dialog.showModal()
  scroll('instant')
  const removeEntry = addBackEntry(() => dialog.close())
  dialog.addEventListener('close', () => {
    closing.abort()
    removeEntry()
    dialog.remove()
    opener.focus({ preventScroll: true })
  })
}

/** Copies the image with its sources, its caption and its credit. */
function createSlide(link: HTMLAnchorElement): HTMLLIElement {
  const slide = create('li', {})
  const figure = create('figure', {})
  const picture = link.querySelector('picture')?.cloneNode(true) as HTMLElement
  for (const source of picture.children) source.setAttribute('sizes', '100vw')
  const [small, image] = [link, picture].map((parent) => parent.querySelector('img'))
  if (small && image) {
    image.style.maxWidth = `${image.getAttribute('width')}px`
    // Shown while the large one is loading.
    image.style.backgroundImage = `url(${JSON.stringify(small.currentSrc || small.src)})`
  }
  figure.append(picture)
  const caption = link.parentElement?.querySelector('figcaption')?.cloneNode(true)
  if (caption) figure.append(caption)
  slide.append(figure)
  return slide
}

function createButton(label: string, icon: string, press: () => void): HTMLButtonElement {
  const button = create('button', { type: 'button', ariaLabel: label })
  button.append(create('span', { className: `icon ${icon}` }))
  button.addEventListener('click', press)
  return button
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
