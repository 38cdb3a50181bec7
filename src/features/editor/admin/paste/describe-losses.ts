import { phrase, plural } from '#kernel/text/phrase.ts'
import { englishLocale } from '#kernel/time/place.ts'

/** A message for people who paste. */
export type Losses = { title: string; text: string }

/** Insertions and deletions of word processors. */
const TRACKED = 'ins[datetime], del[datetime], .msoIns, .msoDel'

/** Content that `cleanPastedHtml` removes, with a text for the person who pastes. */
const losses = () => [
  {
    elements: 'iframe, embed, object, video, audio',
    name: phrase('embedded players'),
    outcome: phrase('Add a link to what they showed.'),
  },
  { elements: 'math', name: phrase('formulas'), outcome: phrase('Type the formulas again.') },
  {
    elements: 's, strike, del:not([datetime]), [style*="line-through"]',
    name: phrase('struck-out text'),
    outcome: phrase('Text that was crossed out is left out.'),
  },
  {
    elements: 'sup.reference',
    name: phrase('reference marks'),
    outcome: phrase('Marks such as [1] are left out.'),
  },
]

/** Describes in one message what pasted HTML loses; undefined if it loses nothing. */
export function describeLosses(body: Element, lostImages: number): Losses | undefined {
  const lost = losses().filter(({ elements }) =>
    [...body.querySelectorAll(elements)].some((element) => !element.closest('.msoDel')),
  )
  const isTracked = body.querySelector(TRACKED) !== null
  const names = lost.map(({ name }) => name)
  const outcomes = lost.map(({ outcome }) => outcome)
  if (lostImages > 0) {
    names.unshift(phrase('images'))
    outcomes.unshift(
      plural(
        lostImages,
        '{count} image could not be read. Copy the images themselves, or drop their files into the text.',
        '{count} images could not be read. Copy the images themselves, or drop their files into the text.',
      ),
    )
  }
  if (isTracked)
    outcomes.push(phrase('Tracked changes were accepted: insertions are kept, deletions are left out.'))
  if (outcomes.length === 0) return undefined
  const title =
    names.length > 0
      ? phrase('Pasted without {names}', { names: new Intl.ListFormat(englishLocale()).format(names) })
      : phrase('Tracked changes accepted')
  return { title, text: outcomes.join(' ') }
}
