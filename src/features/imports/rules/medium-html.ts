import { bookmarkHtml, galleryHtml, pullQuoteHtml } from './block-html.ts'
import { convertEmbed, readImages } from './convert-html.ts'
import { convertInline, type TextContext } from './inline-html.ts'

/**
 * Returns a reader of the elements of Medium's editor, which must be read in order. It leaves out the title, the subtitle and the
 * divider above the first section.
 */
export function createMediumReader(title: string, subtitle: string) {
  let isStart = true
  const repeats = (element: Element) => {
    const text = element.textContent?.trim() ?? ''
    const isTitle = element.matches('.graf--title') || (element.matches('.graf--h3') && text === title)
    return isTitle || element.matches('.graf--subtitle') || (text !== '' && text === subtitle)
  }

  return (element: Element, context: TextContext): string | undefined => {
    if (!element.hasAttribute('class')) return undefined
    if (element.matches('div.section-divider, hr.section-divider')) return isStart ? '' : '<hr>'
    if (!element.matches('.graf, .section-inner')) return undefined
    if (element.matches('.graf') && isStart && repeats(element)) return ''
    // The divider of the first section precedes its texts.
    if (element.matches('.graf')) isStart = false
    if (element.matches('.graf--mixtapeEmbed')) return readLink(element, context)
    if (element.matches('blockquote.graf--pullquote'))
      return pullQuoteHtml(`<p>${convertInline(element.innerHTML, context)}</p>`)
    if (element.matches('.sectionLayout--outsetRow') && element.querySelectorAll('img').length > 1) {
      isStart = false
      return galleryHtml(readImages(element, context))
    }
    if (!element.matches('.graf--iframe')) return undefined
    const gist = element.querySelector('script[src]')?.getAttribute('src') ?? ''
    return gist ? convertEmbed(gist.replace(/\.js$/, ''), context) : undefined
  }
}

function readLink(element: Element, context: TextContext): string {
  const address = element.querySelector('a[href]')?.getAttribute('href') ?? ''
  return bookmarkHtml({
    address: context.linkAddress(address),
    title: element.querySelector('strong')?.textContent?.trim() ?? '',
    description: element.querySelector('em')?.textContent?.trim() ?? '',
  })
}

/** Returns the address of the largest version that Medium serves. */
export function mediumImage(address: string): string {
  return address.replace(/(\bmedium\.com\/max\/)\d{1,5}\//, '$12560/')
}
