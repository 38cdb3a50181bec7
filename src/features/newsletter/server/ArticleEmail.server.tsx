import type { CSSProperties } from 'react'
import {
  EMAIL_INK,
  EMAIL_LABEL_FONT,
  EMAIL_MUTED,
  EMAIL_RULE,
  EMAIL_WIDTH,
  writeEmailImage,
} from '#features/blocks/rules/email-form.ts'
import { servedLook } from '#kernel/look.ts'
import { languageDirection } from '#kernel/text/language-tag.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { directionOf } from '#kernel/text/text-direction.ts'
import { place } from '#kernel/time/place.ts'
import { CELL, EmailLayout, Intro, SectionHeading, type Site, SponsoredLabel } from './EmailLayout.server.tsx'

/** `label` says what kind of correction it is, and when it was made. */
export type EmailCorrection = { label: string; text: string }

export type EmailArticle = {
  url: string
  title: string
  category: string
  sponsoredBy: string | null
  lang: string | undefined
  dir: 'ltr' | 'rtl'
  /** HTML of emails; may be empty, as the byline. */
  standfirst: string
  byline: string
  published: string
  /** The lead image. The caption is plain text. */
  image: { url: string; width: number; height: number; alt: string; caption: string } | null
  retractions: EmailCorrection[]
  corrections: EmailCorrection[]
}

type Props = Site & {
  subject: string
  preview: string
  /** Sanitised, with absolute URLs; may be empty. */
  introHtml: string
  article: EmailArticle
  /** HTML of emails. */
  text: string
  /** The email has only the beginning of the text. */
  isCut: boolean
}

const LABEL: CSSProperties = { fontFamily: EMAIL_LABEL_FONT, fontSize: 14, lineHeight: '20px' }
const TEXT: CSSProperties = { fontSize: 17, lineHeight: '27px' }

/** An article in full. */
export function ArticleEmail({ siteName, origin, subject, preview, introHtml, article, text, isCut }: Props) {
  const { url, title, lang, dir, retractions, corrections, image } = article
  const cell: CSSProperties = { ...CELL, textAlign: dir === 'rtl' ? 'right' : 'left' }
  const { accent } = servedLook()
  const { locale } = place()
  const ofPaper = { lang: locale, dir: languageDirection(locale) }
  const name = <bdi key="name">{siteName}</bdi>
  return (
    <EmailLayout siteName={siteName} origin={origin} title={subject} preview={preview}>
      {introHtml && <Intro html={introHtml} />}
      <tr>
        <td lang={lang} dir={dir} style={{ ...cell, paddingTop: 24, paddingBottom: 20 }}>
          {article.sponsoredBy && <SponsoredLabel name={article.sponsoredBy} />}
          <p {...ofPaper} style={{ ...LABEL, margin: '0 0 6px', fontWeight: 700, color: accent }}>
            {article.category}
          </p>
          <h1 style={{ margin: 0, fontSize: 30, lineHeight: '36px', fontWeight: 700 }}>
            <a href={url} style={{ color: EMAIL_INK, textDecoration: 'none' }}>
              {title}
            </a>
          </h1>
          <Html style={{ margin: '10px 0 0', fontSize: 19, lineHeight: '27px' }} html={article.standfirst} />
          <Html {...ofPaper} style={{ ...LABEL, margin: '14px 0 0' }} html={article.byline} />
          <p {...ofPaper} style={{ ...LABEL, margin: '2px 0 0', color: EMAIL_MUTED }}>
            {article.published}
          </p>
        </td>
      </tr>
      {image && (
        <tr>
          <td
            // biome-ignore lint/security/noDangerouslySetInnerHtml: written with escaped attributes
            dangerouslySetInnerHTML={{
              __html: writeEmailImage(image, { alt: image.alt, pageUrl: url }, EMAIL_WIDTH),
            }}
          />
        </tr>
      )}
      {image?.caption && (
        <tr>
          <td
            dir={directionOf(image.caption)}
            style={{ ...cell, ...LABEL, paddingTop: 8, color: EMAIL_MUTED }}
          >
            {image.caption}
          </td>
        </tr>
      )}
      {retractions.map((correction) => (
        <Correction key={correction.label + correction.text} style={cell} {...correction} />
      ))}
      {text && (
        <tr>
          <td
            lang={lang}
            dir={dir}
            style={{ ...cell, ...TEXT, paddingTop: 22 }}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the caller
            dangerouslySetInnerHTML={{ __html: text }}
          />
        </tr>
      )}
      <tr>
        <td style={{ ...CELL, paddingTop: text ? 4 : 22 }}>
          <a
            href={url}
            style={{
              ...LABEL,
              display: 'inline-block',
              padding: '10px 18px',
              border: `1px solid ${EMAIL_RULE}`,
              fontWeight: 700,
              color: accent,
            }}
          >
            {isCut
              ? phraseParts('Read the rest on {name}', { name })
              : phraseParts('Read this article on {name}', { name })}
          </a>
        </td>
      </tr>
      {corrections.length > 0 && <SectionHeading name={phrase('Corrections')} />}
      {corrections.map((correction) => (
        <Correction key={correction.label + correction.text} style={cell} {...correction} />
      ))}
    </EmailLayout>
  )
}

type HtmlProps = { html: string; style: CSSProperties; lang?: string; dir?: string }

function Html({ html, ...attributes }: HtmlProps) {
  if (!html) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the caller
  return <p {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
}

function Correction({ label, text, style }: EmailCorrection & { style: CSSProperties }) {
  return (
    <tr>
      <td dir={directionOf(text)} style={{ ...style, fontSize: 15, lineHeight: '22px', paddingTop: 14 }}>
        <strong>{label}:</strong> <span style={{ whiteSpace: 'pre-line' }}>{text}</span>
      </td>
    </tr>
  )
}
