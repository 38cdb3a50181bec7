import { SaxesParser } from 'saxes'

/**
 * Finds the first violation of well-formedness (XML 1.0 and its namespaces).
 *
 * @returns for example "line 12: unexpected close tag", or null
 */
export function findXmlError(text: string): string | null {
  const parser = new SaxesParser({ xmlns: true })
  // A document type may declare entities that are not part of the document.
  let hasDocumentType = false
  let found: string | null = null
  parser.on('doctype', () => {
    hasDocumentType = true
  })
  parser.on('error', ({ message }) => {
    const [, line, reason = message] = /^(\d+):\d+: (.*)$/s.exec(message) ?? []
    if (hasDocumentType && reason.startsWith('undefined entity')) return
    found = `line ${line}: ${reason.slice(0, 200).replace(/\.$/, '')}`
    throw new Error(found)
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (found === null) throw error
  }
  return found
}
