import type { CSSProperties, ReactNode } from 'react'
import { servedLook } from '#kernel/look.ts'
import { languageDirection } from '#kernel/text/language-tag.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { place } from '#kernel/time/place.ts'
import { UNSUBSCRIBE_PLACEHOLDER } from '../rules/personalise-email.ts'

type Site = { siteName: string; origin: string }

const FONT = 'Georgia, "Times New Roman", serif'
const LABEL_FONT = 'Arial, Helvetica, sans-serif'
const INK = '#141414'
const MUTED = '#5d5850'
const CELL: CSSProperties = { padding: '0 24px', fontFamily: FONT, color: INK, overflowWrap: 'anywhere' }
/** The label of sponsored articles, as on the site. */
const LABEL: CSSProperties = {
  padding: '2px 8px',
  backgroundColor: INK,
  color: '#ffffff',
  fontFamily: LABEL_FONT,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 700,
}
/** Some mail clients drop the style element. */
const bodyCss = () => `.body a { color: ${servedLook().accent} }
.body h2, .body h3 { font-size: 20px; line-height: 26px }
.body blockquote { margin-inline: 0; padding-inline-start: 16px; border-inline-start: 3px solid #ddd7cd }`

export type EmailSection = { category: string; headlines: EmailHeadline[] }
/** `sponsoredBy` is the advertiser who pays for the article. */
export type EmailHeadline = {
  id: string
  url: string
  title: string
  summary: string
  sponsoredBy?: string | null
}

type Props = Site & {
  subject: string
  /** Sanitised, with absolute URLs. */
  introHtml: string
  sections: EmailSection[]
  corrections: EmailHeadline[]
}

export function NewsletterEmail({ siteName, origin, subject, introHtml, sections, corrections }: Props) {
  const all = [
    ...sections.map(({ category, headlines }) => ({ name: category, headlines })),
    ...(corrections.length > 0 ? [{ name: phrase('Corrections'), headlines: corrections }] : []),
  ]
  return (
    <Layout siteName={siteName} origin={origin} title={subject}>
      <Intro html={introHtml} />
      {all.flatMap(({ name, headlines }) => [
        <SectionHeading key={name} name={name} />,
        ...headlines.map(({ id, ...headline }) => <Headline key={id} {...headline} />),
      ])}
    </Layout>
  )
}

/** Uses tables and inline styles, which all mail clients support, and no images but the wordmark, since many block them. */
function Layout({ siteName, origin, title, children }: Site & { title: string; children: ReactNode }) {
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
                          padding: '20px 24px 24px',
                          fontFamily: LABEL_FONT,
                          fontSize: 13,
                          lineHeight: '20px',
                          color: MUTED,
                          borderTop: '1px solid #ddd7cd',
                        }}
                      >
                        {phraseParts(
                          'You are receiving this email because you subscribed to the newsletter of {name}.',
                          { name: <bdi key="name">{siteName}</bdi> },
                        )}{' '}
                        <a href={UNSUBSCRIBE_PLACEHOLDER} style={{ color: MUTED }}>
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
    <td dir="auto" style={{ ...CELL, padding: '14px 24px', ...colours }}>
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

function Intro({ html }: { html: string }) {
  return (
    <tr>
      <td
        dir="auto"
        className="body"
        style={{ ...CELL, padding: '4px 24px 0', fontSize: 17, lineHeight: '27px' }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the caller
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </tr>
  )
}

function SectionHeading({ name }: { name: string }) {
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

function Headline({ url, title, summary, sponsoredBy }: Omit<EmailHeadline, 'id'>) {
  return (
    <tr>
      <td dir="auto" style={{ ...CELL, paddingTop: 10, paddingBottom: 6 }}>
        {sponsoredBy && (
          <p style={{ margin: '0 0 4px' }}>
            <bdi style={LABEL}>{phrase('Sponsored by {name}', { name: sponsoredBy })}</bdi>
          </p>
        )}
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
