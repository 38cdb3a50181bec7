type Area = { left: number; top: number; width: number; height: number }

/** The areas of an article's card and of its image, in CSS pixels from the page's top left corner. */
export type CardArea = Area & { articleId: string; image: Area | undefined }

const ARTICLE_PATH = /^\/article\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/

/** @returns the body of a rendered document, without scripts: their frame would refuse them with an error */
export function readPage(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('script, link, noscript')) element.remove()
  return body.innerHTML
}

/** @returns the cards that are visible, in the order of the page, and the height of the page without its footer */
export function findCards(page: Document): { cards: CardArea[]; height: number } {
  const cards = [...page.querySelectorAll('main article')].flatMap((card) => {
    const path = card.querySelector('a')?.getAttribute('href') ?? ''
    const articleId = ARTICLE_PATH.exec(path)?.[1]
    const area = areaOf(card)
    const image = card.querySelector('picture')
    return articleId && area.width > 0
      ? [{ articleId, ...area, image: image ? areaOf(image) : undefined }]
      : []
  })
  const end = page.querySelector('main')?.lastElementChild?.getBoundingClientRect().bottom ?? 0
  return { cards, height: Math.max(Math.ceil(end), 300) }
}

function areaOf(element: Element): Area {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}
