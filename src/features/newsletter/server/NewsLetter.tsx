import type { Category } from '#kernel/category.ts'
import { Letter, LetterHeadline, LetterSection, type LetterStory, LetterText, type Paper } from './Letter.tsx'

export type StorySection = { category: Category; stories: (LetterStory & { id: string })[] }

type Props = Paper & { subject: string; introHtml: string; sections: StorySection[] }

/** A letter of whichever template: what an editor wrote, and below it the template's stories by category. */
export function NewsLetter({ siteName, origin, subject, introHtml, sections }: Props) {
  return (
    <Letter siteName={siteName} origin={origin} title={subject}>
      <LetterText html={introHtml} />
      {sections.flatMap(({ category, stories }) => [
        <LetterSection key={category} name={category} />,
        ...stories.map(({ id, ...story }) => <LetterHeadline key={id} {...story} />),
      ])}
    </Letter>
  )
}
