import type { CSSProperties, ReactNode } from 'react'
import {
  EMAIL_FONT,
  EMAIL_INK,
  EMAIL_LABEL_FONT,
  EMAIL_MARGIN,
  EMAIL_MUTED,
  EMAIL_PAPER,
  EMAIL_RULE,
  EMAIL_WIDTH,
} from '#features/blocks/rules/email-form.ts'
import { servedLook } from '#kernel/look.ts'
import { languageDirection } from '#kernel/text/language-tag.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { place } from '#kernel/time/place.ts'
import { UNSUBSCRIBE_PLACEHOLDER } from '../rules/personalise-email.ts'

export type Site = { siteName: string; origin: string }

export const CELL: CSSProperties = {
  padding: `0 ${EMAIL_MARGIN}px`,
  fontFamily: EMAIL_FONT,
  color: EMAIL_INK,
  overflowWrap: 'anywhere',
}
/** The label of sponsored articles, as on the site. */
const LABEL: CSSProperties = {
  padding: '2px 8px',
  backgroundColor: EMAIL_INK,
  color: '#ffffff',
  fontFamily: EMAIL_LABEL_FONT,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 700,
}
/** Some mail clients drop the style element. */
const bodyCss = () => `.body a { color: ${servedLook().accent} }
.body h2, .body h3 { font-size: 20px; line-height: 26px }
.body blockquote { margin-inline: 0; padding-inline-start: 16px; border-inline-start: 3px solid ${EMAIL_RULE} }`

type LayoutProps = Site & { title: string; preview: string; children: ReactNode }

/**
 * Uses tables and inline styles, which all mail clients support, and no images but the wordmark, since many block them.
 *
 * @param props.preview shown after the subject in inboxes; may be empty
 */
export function EmailLayout({ siteName, origin, title, preview, children }: LayoutProps) {
  return (
    <html lang={place().locale} dir={languageDirection(place().locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <title>{title}</title>
        <style>{bodyCss()}</style>
      </head>
      <body style={{ margin: 0, padding: '24px 0', backgroundColor: EMAIL_PAPER }}>
        {preview && (
          <div
            dir="auto"
            data-skip-in-text="true"
            style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}
          >
            {preview}
          </div>
        )}
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0}>
          <tbody>
            <tr>
              <td align="center">
                <table
                  className="column"
                  role="presentation"
                  width="100%"
                  cellPadding={0}
                  cellSpacing={0}
                  border={0}
                  style={{
                    maxWidth: EMAIL_WIDTH,
                    // Long words must not widen the column.
                    tableLayout: 'fixed',
                    backgroundColor: '#ffffff',
                    textAlign: 'start',
                  }}
                >
                  <tbody>
                    <tr>
                      <Head siteName={siteName} origin={origin} />
                    </tr>
                    {children}
                    <tr>
                      <td height={24} />
                    </tr>
                    <tr>
                      <td
                        style={{
                          padding: `20px ${EMAIL_MARGIN}px 24px`,
                          fontFamily: EMAIL_LABEL_FONT,
                          fontSize: 13,
                          lineHeight: '20px',
                          color: EMAIL_MUTED,
                          borderTop: `1px solid ${EMAIL_RULE}`,
                        }}
                      >
                        {phraseParts(
                          'You are receiving this email because you subscribed to the newsletter of {name}.',
                          { name: <bdi key="name">{siteName}</bdi> },
                        )}{' '}
                        <a href={UNSUBSCRIBE_PLACEHOLDER} style={{ color: EMAIL_MUTED }}>
                          {phrase('Unsubscribe')}
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

const WORDMARK_HEIGHT = 32
const MAX_WORDMARK_WIDTH = 500

/** The wordmark, whose name is shown where images are blocked. */
function Head({ siteName, origin }: Site) {
  const { accent, headerBackground, wordmark } = servedLook()
  const colours =
    headerBackground === 'accent'
      ? { backgroundColor: accent, color: '#ffffff' }
      : { backgroundColor: '#ffffff', color: accent, borderTop: `4px solid ${accent}` }
  const scale = wordmark && Math.min(WORDMARK_HEIGHT / wordmark.height, MAX_WORDMARK_WIDTH / wordmark.width)
  return (
    <td dir="auto" style={{ ...CELL, padding: `14px ${EMAIL_MARGIN}px`, ...colours }}>
      <a
        href={origin}
        style={{ color: colours.color, fontSize: 26, fontWeight: 700, textDecoration: 'none' }}
      >
        {wordmark && scale ? (
          <img
            src={`${origin}${wordmark.path}.png`}
            alt={siteName}
            width={Math.round(wordmark.width * scale)}
            height={Math.round(wordmark.height * scale)}
            style={{ display: 'block', border: 0 }}
          />
        ) : (
          siteName
        )}
      </a>
    </td>
  )
}

export function Intro({ html }: { html: string }) {
  return (
    <tr>
      <td
        dir="auto"
        className="body"
        style={{ ...CELL, padding: `4px ${EMAIL_MARGIN}px 0`, fontSize: 17, lineHeight: '27px' }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the caller
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </tr>
  )
}

export function SectionHeading({ name }: { name: string }) {
  return (
    <tr>
      <td style={{ ...CELL, paddingTop: 20 }}>
        <h2
          style={{
            margin: 0,
            paddingTop: 8,
            borderTop: `2px solid ${EMAIL_INK}`,
            fontFamily: EMAIL_LABEL_FONT,
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

/** The label of sponsored articles, above their headlines. */
export function SponsoredLabel({ name }: { name: string }) {
  return (
    <p style={{ margin: '0 0 4px' }}>
      <bdi style={LABEL}>{phrase('Sponsored by {name}', { name })}</bdi>
    </p>
  )
}
