import { SaxesParser } from 'saxes'
import { formatBytes } from '#kernel/format-bytes.ts'
import { ImportError } from '../../rules/import-item.ts'

/** An element of the channel, such as a post; the channel itself without them. */
export type WxrRecord = {
  name: 'channel' | 'wp:author' | 'wp:category' | 'wp:tag' | 'wp:term' | 'item'
  /** Its texts by the name of the element. */
  texts: Map<string, string>
  /** The categories, tags and authors of an item. */
  terms: { domain: string; nicename: string; name: string }[]
  meta: Map<string, string>
  comments: number
}

const RECORDS = new Set<string>(['wp:author', 'wp:category', 'wp:tag', 'wp:term', 'item'])
/** The limit of a record with all its texts. The longest posts have a megabyte. */
const MAX_RECORD_BYTES = 32_000_000
const MAX_META = 5_000
const MAX_TERMS = 1_000
const MAX_DEPTH = 50
/** Characters that XML does not allow, which plug-ins write. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu

/**
 * Reads WXR 1.0 to 1.2, the export of WordPress, as a stream. The first record is that of the channel, without what follows the
 * first of the others.
 *
 * @throws ImportError if it is not valid XML, or a record is too large. Entities are not expanded.
 */
export async function* readWxr(content: AsyncIterable<Uint8Array>): AsyncGenerator<WxrRecord> {
  const parser = new SaxesParser({ xmlns: false })
  const decoder = new TextDecoder('utf-8')
  const records: WxrRecord[] = []
  const path: string[] = []
  const channel = createRecord('channel')
  let isChannelRead = false
  let record = channel
  let text = ''
  let meta = { key: '', value: '' }
  let term = { domain: '', nicename: '', name: '' }
  /** Since the last record. */
  let bytes = 0

  parser.on('error', (error) => {
    throw new ImportError(`The XML file is damaged: ${error.message}.`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name)
    if (path.length > MAX_DEPTH)
      throw new ImportError('The XML file is damaged: its elements are nested too deeply.')
    text = ''
    if (path.length === 3 && RECORDS.has(name)) {
      if (!isChannelRead) records.push(channel)
      isChannelRead = true
      record = createRecord(name as WxrRecord['name'])
    } else if (name === 'category' && record.name === 'item')
      term = { domain: attributes.domain ?? '', nicename: attributes.nicename ?? '', name: '' }
    else if (name === 'wp:postmeta') meta = { key: '', value: '' }
  })
  const addText = (part: string) => {
    text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    const depth = path.length
    path.pop()
    if (depth === 3 && RECORDS.has(name)) {
      records.push(record)
      record = createRecord('channel')
      bytes = 0
    } else if (name === 'wp:comment' && depth === 4) record.comments += 1
    else if (path.includes('wp:comment')) return
    else if (name === 'category' && record.name === 'item' && depth === 4) {
      if (record.terms.length < MAX_TERMS) record.terms.push({ ...term, name: text })
    } else if (name === 'wp:meta_key') meta.key = text
    else if (name === 'wp:meta_value') meta.value = text
    else if (name === 'wp:postmeta') {
      if (record.meta.size < MAX_META) record.meta.set(meta.key, meta.value)
    } else if (depth === 3 && !isChannelRead) channel.texts.set(name, text.trim())
    else if (depth === 4) record.texts.set(name, text)
    text = ''
  })

  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > MAX_RECORD_BYTES + chunk.length)
      throw new ImportError(`An element of the XML file is larger than ${formatBytes(MAX_RECORD_BYTES)}.`)
    parser.write(decoder.decode(chunk, { stream: true }).replace(FORBIDDEN, ''))
    yield* records.splice(0)
  }
  parser.write(decoder.decode().replace(FORBIDDEN, ''))
  parser.close()
  if (!isChannelRead) yield channel
  yield* records.splice(0)
}

function createRecord(name: WxrRecord['name']): WxrRecord {
  return { name, texts: new Map(), terms: [], meta: new Map(), comments: 0 }
}
