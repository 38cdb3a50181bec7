const ICON = '/favicon-new.png'

let count = 0
let shownTitle = ''
const icons = new Map<HTMLLinkElement, string>()

/** Shows in the title and the icon of a hidden tab that there are new posts, until the reader returns. */
export function countUnseen(posts: number): void {
  if (!document.hidden) return
  if (count === 0) document.addEventListener('visibilitychange', clearUnseen, { once: true })
  const title = plainTitle()
  count += posts
  shownTitle = `(${count}) ${title}`
  document.title = shownTitle
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
    if (!icons.has(link)) icons.set(link, link.href)
    link.href = ICON
  }
}

export function clearUnseen(): void {
  if (count === 0) return
  document.removeEventListener('visibilitychange', clearUnseen)
  document.title = plainTitle()
  count = 0
  shownTitle = ''
  for (const [link, href] of icons) link.href = href
  icons.clear()
}

/** Returns the title without the count. The page may have changed it since it was set. */
function plainTitle(): string {
  return document.title === shownTitle ? document.title.replace(`(${count}) `, '') : document.title
}
