import { CATEGORIES, type Category } from '#domain/category.ts'
import { Select } from '#ui/admin/Select.tsx'
import { TextField } from '#ui/admin/TextField.tsx'

type Props = {
  title: string
  category: string
  onTitle: (title: string) => void
  onCategory: (category: Category) => void
}

/** What a feed is called here, and where its stories go. */
export function FeedFieldInputs({ title, category, onTitle, onCategory }: Props) {
  return (
    <>
      <TextField
        label="Title"
        help="Empty takes the feed's own title with its first gathering."
        maxLength={300}
        value={title}
        onChange={({ target }) => onTitle(target.value)}
      />
      <Select
        label="Category"
        help="Where its new stories stand."
        value={category}
        onChange={({ target }) => onCategory(target.value as Category)}
      >
        {CATEGORIES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </>
  )
}
