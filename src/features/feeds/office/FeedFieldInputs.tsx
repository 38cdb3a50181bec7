import { CATEGORIES, type Category } from '#kernel/category.ts'
import { Select } from '#ui/office/Select.tsx'
import { TextField } from '#ui/office/TextField.tsx'

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
        help="Leave it empty to take the feed’s own title."
        maxLength={300}
        value={title}
        onChange={({ target }) => onTitle(target.value)}
      />
      <Select
        label="Category"
        help="Its new stories come in under this category."
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
