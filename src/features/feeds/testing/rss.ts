type Item = {
  title: string
  link?: string
  guid?: string
  description?: string
  pubDate?: string
  /** Raw XML. */
  more?: string
}

/** `channel` is raw XML. */
export function rss(items: readonly Item[], { title = 'The Courier', channel = '' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>${title}</title><link>https://courier.example/</link><description>News</description>${channel}
${items.map(itemXml).join('\n')}
</channel></rss>`
}

/** A minute apart, newest first. */
export function items(count: number, name = 'story'): Item[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `The ${name} number ${index + 1}`,
    link: `https://courier.example/${name}/${index + 1}`,
    guid: `${name}-${index + 1}`,
    description: `What happened in ${name} number ${index + 1}.`,
    pubDate: new Date(Date.UTC(2026, 10, 20, 12, -index)).toUTCString(),
  }))
}

function itemXml({ title, link, guid, description, pubDate, more = '' }: Item): string {
  const element = (name: string, value: string | undefined, attributes = '') =>
    value === undefined ? '' : `<${name}${attributes}>${value}</${name}>`
  return `<item>${element('title', title)}${element('link', link)}${element('guid', guid, ' isPermaLink="false"')}${element(
    'description',
    description,
  )}${element('pubDate', pubDate)}${more}</item>`
}
