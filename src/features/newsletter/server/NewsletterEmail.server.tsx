import { EMAIL_INK, EMAIL_MUTED } from '#features/blocks/rules/email-form.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { directionOf } from '#kernel/text/text-direction.ts'
import { CELL, EmailLayout, Intro, SectionHeading, type Site, SponsoredLabel } from './EmailLayout.server.tsx'

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
  preview: string
  /** Sanitised, with absolute URLs. */
  introHtml: string
  sections: EmailSection[]
  corrections: EmailHeadline[]
}

export function NewsletterEmail({
  siteName,
  origin,
  subject,
  preview,
  introHtml,
  sections,
  corrections,
}: Props) {
  const all = [
    ...sections.map(({ category, headlines }) => ({ name: category, headlines })),
    ...(corrections.length > 0 ? [{ name: phrase('Corrections'), headlines: corrections }] : []),
  ]
  return (
    <EmailLayout siteName={siteName} origin={origin} title={subject} preview={preview}>
      <Intro html={introHtml} />
      {all.flatMap(({ name, headlines }) => [
        <SectionHeading key={name} name={name} />,
        ...headlines.map(({ id, ...headline }) => <Headline key={id} {...headline} />),
      ])}
    </EmailLayout>
  )
}

function Headline({ url, title, summary, sponsoredBy }: Omit<EmailHeadline, 'id'>) {
  return (
    <tr>
      <td dir={directionOf(title)} style={{ ...CELL, paddingTop: 10, paddingBottom: 6 }}>
        {sponsoredBy && <SponsoredLabel name={sponsoredBy} />}
        <a
          href={url}
          style={{
            color: EMAIL_INK,
            fontSize: 19,
            lineHeight: '25px',
            fontWeight: 700,
            textDecoration: 'none',
          }}
        >
          {title}
        </a>
        {summary && (
          <p style={{ margin: '4px 0 0', fontSize: 15, lineHeight: '22px', color: EMAIL_MUTED }}>{summary}</p>
        )}
      </td>
    </tr>
  )
}
