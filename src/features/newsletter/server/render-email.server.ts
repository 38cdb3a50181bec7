import { render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'
import { EMAIL_WIDTH } from '#features/blocks/rules/email-form.ts'

/** Outlook for Windows does not support max-width. React cannot render comments. */
const OUTLOOK_STYLES = `<!--[if mso]><style>.column { width: ${EMAIL_WIDTH}px }</style><![endif]-->`

export async function renderEmail(email: ReactElement): Promise<string> {
  return (await render(email)).replace('</head>', () => `${OUTLOOK_STYLES}</head>`)
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Types of html-to-text, which has none of its own. */
type Image = { attribs: Record<string, string> }
type TextBuilder = { addInline: (text: string) => void }

/** The part of an email for those who read no HTML. */
export function emailText(html: string): string {
  return toPlainText(html, {
    formatters: {
      alt({ attribs }: Image, _: unknown, builder: TextBuilder) {
        if (attribs.alt) builder.addInline(`[${attribs.alt}]`)
      },
    },
    selectors: [
      { selector: 'img', format: 'alt' },
      // Keeps the case of headings.
      ...HEADINGS.map((selector) => ({
        selector,
        format: 'block',
        options: { leadingLineBreaks: 3, trailingLineBreaks: 2 },
      })),
      {
        selector: '[data-text-format="dataTable"]',
        format: 'dataTable',
        options: { uppercaseHeaderCells: false },
      },
    ],
  })
}
