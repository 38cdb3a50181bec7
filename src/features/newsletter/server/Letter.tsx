import type { CSSProperties, ReactNode } from 'react'
import { UNSUBSCRIBE_PLACE } from '../rules/address-letter.ts'

export type Paper = { siteName: string; origin: string }

const FONT = 'Georgia, "Times New Roman", serif'
const LABEL_FONT = 'Arial, Helvetica, sans-serif'
const INK = '#141414'
const MUTED = '#5d5850'
const CELL: CSSProperties = { padding: '0 24px', fontFamily: FONT, color: INK, overflowWrap: 'anywhere' }
/** For what an editor wrote, whose elements have no styles of their own; a mail program that drops it shows its own. */
const WORDS_CSS = `.words a { color: #a80f14 }
.words h2, .words h3 { font-size: 20px; line-height: 26px }
.words blockquote { margin-inline: 0; padding-inline-start: 16px; border-inline-start: 3px solid #ddd7cd }`

type Props = Paper & { title: string; children: ReactNode }

/**
 * The frame of every letter, as mail programs can draw it: tables, styles at the elements, no images, so that nothing is
 * missing where those are not shown. Its rows are the `children`.
 */
export function Letter({ siteName, origin, title, children }: Props) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <title>{title}</title>
        <style>{WORDS_CSS}</style>
      </head>
      <body style={{ margin: 0, padding: '24px 0', backgroundColor: '#f7f4ef' }}>
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0}>
          <tbody>
            <tr>
              <td align="center">
                <table
                  role="presentation"
                  width="100%"
                  cellPadding={0}
                  cellSpacing={0}
                  border={0}
                  style={{
                    maxWidth: 600,
                    // However long a word is, no column grows with it.
                    tableLayout: 'fixed',
                    backgroundColor: '#ffffff',
                    textAlign: 'start',
                  }}
                >
                  <tbody>
                    <tr>
                      <td dir="auto" style={{ ...CELL, padding: '14px 24px', backgroundColor: '#a80f14' }}>
                        <a
                          href={origin}
                          style={{ color: '#ffffff', fontSize: 26, fontWeight: 700, textDecoration: 'none' }}
                        >
                          {siteName}
                        </a>
                      </td>
                    </tr>
                    {children}
                    <tr>
                      <td height={24} />
                    </tr>
                    <tr>
                      <td
                        style={{
                          padding: '20px 24px 24px',
                          fontFamily: LABEL_FONT,
                          fontSize: 13,
                          lineHeight: '20px',
                          color: MUTED,
                          borderTop: '1px solid #ddd7cd',
                        }}
                      >
                        You get this letter because you subscribed to the newsletter of <bdi>{siteName}</bdi>.{' '}
                        <a href={UNSUBSCRIBE_PLACE} style={{ color: MUTED }}>
                          Unsubscribe
                        </a>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

/** What an editor wrote. @param html cleaned by the policy of bodies, with absolute addresses */
export function LetterText({ html }: { html: string }) {
  return (
    <tr>
      <td
        dir="auto"
        className="words"
        style={{ ...CELL, padding: '4px 24px 0', fontSize: 17, lineHeight: '27px' }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server before it comes here
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </tr>
  )
}

/** The name of a category over its stories. */
export function LetterSection({ name }: { name: string }) {
  return (
    <tr>
      <td style={{ ...CELL, paddingTop: 20 }}>
        <h2
          style={{
            margin: 0,
            paddingTop: 8,
            borderTop: `2px solid ${INK}`,
            fontFamily: LABEL_FONT,
            fontSize: 14,
            lineHeight: '20px',
          }}
        >
          {name}
        </h2>
      </td>
    </tr>
  )
}

export type LetterStory = { url: string; title: string; summary: string }

/** A headline that leads to its story, with what the story says in short where that is wanted. */
export function LetterHeadline({ url, title, summary }: LetterStory) {
  return (
    <tr>
      <td dir="auto" style={{ ...CELL, paddingTop: 10, paddingBottom: 6 }}>
        <a
          href={url}
          style={{ color: INK, fontSize: 19, lineHeight: '25px', fontWeight: 700, textDecoration: 'none' }}
        >
          {title}
        </a>
        {summary && (
          <p style={{ margin: '4px 0 0', fontSize: 15, lineHeight: '22px', color: MUTED }}>{summary}</p>
        )}
      </td>
    </tr>
  )
}
