import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

/** About the pause between two typed words. */
export const SEARCH_PAUSE_MS = 250

type Props = {
  label: string
  placeholder?: string
  value: string
  /** Debounced, or at once on Enter and when the field loses the focus: a later search would undo a navigation. */
  onSearch: (text: string) => void
}

export function SearchField({ label, placeholder = label, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const reportedValue = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (value === reportedValue.current) return
    reportedValue.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(typed: string) {
    clearTimeout(timer.current)
    timer.current = undefined
    reportedValue.current = typed
    onSearch(typed)
  }

  return (
    <search className="relative block min-w-[min(100%,12rem)] flex-1 sm:min-w-64">
      <Search aria-hidden size={16} className="absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <input
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(search, SEARCH_PAUSE_MS, target.value)
        }}
        onBlur={() => timer.current !== undefined && search(text)}
        onKeyDown={({ key }) => key === 'Enter' && search(text)}
        className="admin-input ps-9"
      />
    </search>
  )
}
