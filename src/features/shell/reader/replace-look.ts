/** Elements that only the server writes. React leaves them as they are. */
const PARTS = [
  'style[data-href]',
  'meta[name="theme-color"]',
  'link[rel="icon"]',
  'link[rel="apple-touch-icon"]',
  'footer .text-13',
]

/** Shows a new look of the newspaper on the open page, without loading the page itself again: nothing that was typed is lost. */
export async function replaceLook(): Promise<void> {
  try {
    const response = await fetch(location.href, { cache: 'no-cache' })
    if (!response.ok) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    for (const part of PARTS) updateParts(document.querySelectorAll(part), page.querySelectorAll(part))
  } catch {
    // The page keeps its look until the reader opens another one.
  }
}

function updateParts(shown: NodeListOf<Element>, next: NodeListOf<Element>): void {
  if (shown.length !== next.length) return
  for (const [index, element] of shown.entries()) {
    const wanted = next[index]
    if (!wanted || element.isEqualNode(wanted)) continue
    // React keeps references to some of these elements.
    for (const { name, value } of wanted.attributes) element.setAttribute(name, value)
    element.textContent = wanted.textContent
  }
}
