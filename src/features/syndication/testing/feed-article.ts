import type { FeedArticle } from '../rules/site-feed.ts'

export function feedArticle(more: Partial<FeedArticle> = {}): FeedArticle {
  return {
    id: 'b0000000-0000-4000-8000-000000000001',
    path: '/article/b0000000-0000-4000-8000-000000000001',
    title: 'Baths reopen',
    summary: 'After seven years.',
    author: 'Margaret Ellis',
    category: 'Health',
    publishedAt: new Date('2026-11-21T09:30:00Z'),
    updatedAt: new Date('2026-11-21T10:00:00Z'),
    imagePath: '/media/b/a/40x21-1200.jpeg',
    imageAlt: 'A swimmer',
    language: null,
    ...more,
  }
}

/** Problematic texts and the expected results. */
export const HOSTILE: readonly (readonly [name: string, text: string, expected: string])[] = [
  ['markup', 'Bold <b>&amp;</b> "quoted" & \'so\'', 'Bold <b>&amp;</b> "quoted" & \'so\''],
  ['the end of a CDATA section', 'One ]]> two ]]]]>> three', 'One ]]> two ]]]]>> three'],
  ['control characters', 'Ring\u0007 the\u0000 bell\u001b\u009f', 'Ring the bell'],
  ['a lone surrogate', 'Broken \ud83d heart', 'Broken \ufffd heart'],
  ['noncharacters', 'Not\uffff a\ufffe thing', 'Not a thing'],
  ['emoji', 'Family 👨‍👩‍👧 and 🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'Family 👨‍👩‍👧 and 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['right-to-left script', 'عاجل: \u2067שלום\u2069', 'عاجل: \u2067שלום\u2069'],
  ['line breaks', ' Over\r\n two\tlines ', 'Over two lines'],
]
