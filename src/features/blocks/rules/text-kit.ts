import { type AnyExtension, Mark, markInputRule, markPasteRule, Node, wrappingInputRule } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { LINK_SCHEMES } from '#kernel/web-address.ts'

/**
 * Delimiters touch the text between them, as in CommonMark (0.31, §6.2): "5 * 3 * 2" has none. The last group is the
 * text.
 */
const DELIMITERS = {
  bold: [
    {
      typed: /(?:^|\s)(\*\*([^\s*](?:[^*]*[^\s*])?)\*\*)$/,
      pasted: /(?:^|\s)(\*\*([^\s*](?:[^*]*[^\s*])?)\*\*)/g,
    },
    { typed: /(?:^|\s)(__([^\s_](?:[^_]*[^\s_])?)__)$/, pasted: /(?:^|\s)(__([^\s_](?:[^_]*[^\s_])?)__)/g },
  ],
  italic: [
    { typed: /(?:^|\s)(\*([^\s*](?:[^*]*[^\s*])?)\*)$/, pasted: /(?:^|\s)(\*([^\s*](?:[^*]*[^\s*])?)\*)/g },
    { typed: /(?:^|\s)(_([^\s_](?:[^_]*[^\s_])?)_)$/, pasted: /(?:^|\s)(_([^\s_](?:[^_]*[^\s_])?)_)/g },
  ],
}

/** A paragraph may begin with a year: "1984. It was a cold day." */
const LIST_NUMBER = /^(\d{1,2})\.\s$/

/** Replaces the rules of an extension that would change what a journalist types. */
function withTypingRules(extension: AnyExtension): AnyExtension {
  if (extension instanceof Mark && (extension.name === 'bold' || extension.name === 'italic')) {
    const delimiters = DELIMITERS[extension.name]
    return extension.extend({
      addInputRules() {
        return delimiters.map(({ typed }) => markInputRule({ find: typed, type: this.type }))
      },
      addPasteRules() {
        return delimiters.map(({ pasted }) => markPasteRule({ find: pasted, type: this.type }))
      },
    })
  }
  if (extension instanceof Node && extension.name === 'orderedList')
    return extension.extend({
      addInputRules() {
        return [
          wrappingInputRule({
            find: LIST_NUMBER,
            type: this.type,
            getAttributes: ([, number]) => ({ start: Number(number) }),
            joinPredicate: ([, number], list) => list.childCount + list.attrs.start === Number(number),
          }),
        ]
      },
    })
  return extension
}

/** "ASP.NET", "Booking.com" and a missing space ("today.It") are text. */
export function isTypedAddress(text: string): boolean {
  return /^(?:https?:\/\/|www\.)./i.test(text)
}

/** Browsers ignore white space and control characters in schemes. */
export function isPermittedLink(href: unknown): boolean {
  if (typeof href !== 'string') return false
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(href.replace(/[\p{Cc}\s]+/gu, '')) ?? []
  return scheme === undefined || LINK_SCHEMES.includes(scheme.toLowerCase())
}

/** The nodes and marks of texts, in articles and in posts of live coverage, with their typing rules. */
export const TextKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(withTypingRules)
  },
})

/** The options of `TextKit` that articles and posts share. Headings differ. */
export const TEXT_OPTIONS = {
  document: false,
  code: false,
  codeBlock: false,
  horizontalRule: false,
  strike: false,
  underline: false,
  trailingNode: false,
  link: {
    openOnClick: false,
    defaultProtocol: 'https',
    isAllowedUri: isPermittedLink,
    shouldAutoLink: isTypedAddress,
    HTMLAttributes: { target: null, rel: null },
  },
} as const
