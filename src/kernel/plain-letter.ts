import { escapeHtml } from './text.ts'

/** What a letter says, as text and as HTML. */
export type PlainLetter = { subject: string; text: string; html: string }

/** A letter of a few paragraphs, of which some are links that stand by themselves. */
export function plainLetter(subject: string, parts: (string | { link: string })[]): PlainLetter {
  const text = parts.map((part) => (typeof part === 'string' ? part : part.link)).join('\n\n')
  const html = parts.map((part) => `<p>${htmlOf(part)}</p>`).join('\n')
  return { subject, text: `${text}\n`, html }
}

function htmlOf(part: string | { link: string }): string {
  if (typeof part === 'string') return escapeHtml(part)
  const link = escapeHtml(part.link)
  return `<a href="${link}">${link}</a>`
}
