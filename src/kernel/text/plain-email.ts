import { escapeHtml } from './text.ts'

export type PlainEmail = { subject: string; text: string; html: string }

export function writePlainEmail(subject: string, paragraphs: (string | { link: string })[]): PlainEmail {
  const text = paragraphs
    .map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.link))
    .join('\n\n')
  const html = paragraphs.map((paragraph) => `<p>${toHtml(paragraph)}</p>`).join('\n')
  return { subject, text: `${text}\n`, html }
}

function toHtml(paragraph: string | { link: string }): string {
  if (typeof paragraph === 'string') return escapeHtml(paragraph)
  const link = escapeHtml(paragraph.link)
  return `<a href="${link}">${link}</a>`
}
